"""What reads a CSV file quickly: polars, pyarrow, duckdb and pandas.

They read a table into memory and do nothing with it: no rules are learned. They
show what reading alone may cost.
"""

from peers import PythonPeer

VERSIONS = {"polars": "2.1.0", "pyarrow": "26.0.1", "duckdb": "2.0.0", "pandas": "3.1.1"}


class Reader(PythonPeer):
    module = "readers"

    def __init__(self, name):
        self.name = name
        self.packages = [f"{name}=={VERSIONS[name]}"]

    def command(self, task, path):
        return super().command(self.name, path)


def rows_of(name, path):
    """Reads the file whole, with what the library does by itself."""
    if name == "polars":
        import polars

        return polars.read_csv(path).height
    if name == "pyarrow":
        from pyarrow import csv

        return csv.read_csv(path).num_rows
    if name == "duckdb":
        import duckdb

        connection = duckdb.connect()
        connection.execute("CREATE TABLE t AS SELECT * FROM read_csv(?)", [path])
        return connection.execute("SELECT count(*) FROM t").fetchone()[0]
    import pandas

    return len(pandas.read_csv(path))


def main():
    import json

    from peers.runner import arguments

    name, path = arguments()
    print(json.dumps({"rows": rows_of(name, path)}))


if __name__ == "__main__":
    main()
