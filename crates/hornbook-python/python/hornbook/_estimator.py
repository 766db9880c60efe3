"""Rules in the style of scikit-learn, which need not be installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._learn import learn
from ._rules import Rules

if TYPE_CHECKING:
    import numpy

    class _Base:
        """What an estimator has."""

    class _Transformer:
        """What a transformer has."""

else:
    try:
        from sklearn.base import BaseEstimator as _Base
        from sklearn.base import TransformerMixin as _Transformer
    except ImportError:

        class _Base:
            """What an estimator has, where scikit-learn is not installed."""

            def get_params(self, deep: bool = True) -> dict[str, Any]:
                """The options."""
                return {name: getattr(self, name) for name in RuleLearner._options}

            def set_params(self, **params: Any) -> _Base:
                """Other options."""
                for name, value in params.items():
                    if name not in RuleLearner._options:
                        raise ValueError(f"there is no option {name!r}")
                    setattr(self, name, value)
                return self

        class _Transformer:
            """What a transformer has, where scikit-learn is not installed."""

            def fit_transform(self, X: Any, y: Any = None, **options: Any) -> Any:
                """Learns rules, and closes the rows under them."""
                return self.fit(X, y, **options).transform(X)


class RuleLearner(_Transformer, _Base):
    """Learns the rules of a matrix of yes and no; what is above ``threshold`` is a yes.
    ``transform`` adds to each row what follows from it by the rules: where that cannot
    be, the row stays as it is.

    >>> import numpy
    >>> from hornbook import RuleLearner
    >>> X = numpy.array([[1, 1, 0], [1, 1, 1], [0, 1, 0], [0, 0, 1]], dtype=bool)
    >>> learner = RuleLearner().fit(X)
    >>> print(learner.rules_[0])
    x0 -> x1
    >>> learner.transform(numpy.array([[1, 0, 0]], dtype=bool)).astype(int)
    array([[1, 1, 0]])
    """

    _options = ("threshold", "method", "epsilon", "delta", "distribution", "min_support", "max_premise", "seed")

    def __init__(
        self,
        *,
        threshold: float = 0.5,
        method: str = "auto",
        epsilon: float | None = None,
        delta: float | None = None,
        distribution: str | None = None,
        min_support: int | float | str | None = None,
        max_premise: int | None = None,
        seed: int = 1,
    ) -> None:
        self.threshold = threshold
        self.method = method
        self.epsilon = epsilon
        self.delta = delta
        self.distribution = distribution
        self.min_support = min_support
        self.max_premise = max_premise
        self.seed = seed

    rules_: Rules

    def _checked(self, X: Any, reset: bool) -> numpy.ndarray[Any, Any]:
        import numpy

        try:
            from sklearn.utils.validation import validate_data  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            matrix = numpy.asarray(X, dtype=float)
            if matrix.ndim != 2 or matrix.shape[0] == 0 or matrix.shape[1] == 0:
                raise ValueError(f"found an array of shape {matrix.shape}, expected rows and columns") from None
            if numpy.isnan(matrix).any():
                raise ValueError("the array contains NaN") from None
            if reset:
                self.n_features_in_ = matrix.shape[1]
                names = getattr(X, "columns", None)
                if names is not None:
                    self.feature_names_in_ = numpy.asarray(names, dtype=object)
            elif matrix.shape[1] != self.n_features_in_:
                raise ValueError(f"found {matrix.shape[1]} columns, expected {self.n_features_in_}") from None
        else:
            matrix = validate_data(self, X, reset=reset, dtype="numeric")
        return numpy.asarray(matrix > self.threshold)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        # What comes out is yes and no, whatever went in.
        tags.transformer_tags.preserves_dtype = []
        return tags

    def fit(self, X: Any, y: Any = None) -> RuleLearner:
        """Learns the rules of the rows."""
        matrix = self._checked(X, reset=True)
        self.rules_ = learn(
            matrix,
            attributes=list(self.get_feature_names_out()),
            method=self.method,
            epsilon=self.epsilon,
            delta=self.delta,
            distribution=self.distribution,
            min_support=self.min_support,
            max_premise=self.max_premise,
            seed=self.seed,
            progress=False,
        )
        return self

    def transform(self, X: Any) -> numpy.ndarray[Any, Any]:
        """The rows with all that follows from them by the rules."""
        import numpy

        self._refuse_unfitted()
        matrix = self._checked(X, reset=False)
        names = [str(name) for name in self.get_feature_names_out()]
        places = {name: place for place, name in enumerate(names)}
        closed = matrix.copy()
        known: dict[bytes, Any] = {}
        for row in closed:
            key = row.tobytes()
            if key not in known:
                follows = self.rules_.close([names[place] for place in numpy.flatnonzero(row)]).attributes
                known[key] = [places[name] for name in follows or ()]
            row[known[key]] = True
        return closed

    def _refuse_unfitted(self) -> None:
        if hasattr(self, "rules_"):
            return
        try:
            from sklearn.exceptions import NotFittedError  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            raise ValueError("call fit before transform") from None
        raise NotFittedError("call fit before transform")

    def get_feature_names_out(self, input_features: Any = None) -> numpy.ndarray[Any, Any]:
        """The names of the columns."""
        import numpy

        if not hasattr(self, "n_features_in_"):
            self._refuse_unfitted()
        names = getattr(self, "feature_names_in_", None)
        if input_features is not None:
            given = numpy.asarray(input_features, dtype=object)
            if names is not None and list(given) != list(names):
                raise ValueError("input_features is not equal to feature_names_in_")
            if len(given) != self.n_features_in_:
                raise ValueError(
                    f"input_features should have length equal to number of features ({self.n_features_in_}), "
                    f"got {len(given)}"
                )
            return given
        if names is None:
            return numpy.asarray([f"x{place}" for place in range(self.n_features_in_)], dtype=object)
        return numpy.asarray(names, dtype=object)
