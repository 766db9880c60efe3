"""Where the tables of the benchmark are put: a plain scan of each, and what the command
is told to find it."""

import glob
import os
import shutil
import socket
import subprocess
import sys
import time

import pyarrow.csv
import pyarrow.parquet

SQL_TYPES = {"string": "text", "int32": "int4", "double": "float8", "bool": "boolean"}


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


class Parquet:
    name = "Parquet"

    def put(self, path):
        return [path]

    def take_away(self, path):
        pass

    def scan(self, path):
        """Decodes all columns, in a process of its own, as the command is one."""
        reading = f"import pyarrow.parquet as q\nfor batch in q.ParquetFile({path!r}).iter_batches(): pass"
        return seconds(lambda: subprocess.run([sys.executable, "-c", reading], check=True))

    def stop(self):
        pass


class Postgres:
    name = "PostgreSQL"

    def __init__(self, folder):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        if not programs:
            sys.exit("PostgreSQL is not installed (Debian's package postgresql)")
        self.programs, self.folder = programs[-1], folder + "/postgres"
        os.mkdir(self.folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.prefix = []
        if os.getuid() == 0:
            # The server does not want to be root.
            os.chmod(folder, 0o755)
            shutil.chown(self.folder, "postgres")
            self.prefix = ["runuser", "-u", "postgres", "--"]
        self.control("initdb", "-A", "trust", "-U", "me")
        settings = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c shared_buffers=1GB -c max_wal_size=8GB -c fsync=off"
        self.control("pg_ctl", "-w", "-o", settings, "-l", self.folder + "/log", "start")

    def control(self, program, *told):
        command = self.prefix + [f"{self.programs}/{program}", "-D", self.folder + "/data", *told]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/")
        if done.returncode:
            sys.exit(f"{program}: {done.stderr}")

    def psql(self, query):
        return ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port), "-U", "me", "-d", "postgres", "-c", query]

    def put(self, path):
        file = pyarrow.parquet.ParquetFile(path)
        table = self.table(path)
        columns = ", ".join(f"{field.name} {SQL_TYPES[str(field.type)]}" for field in file.schema_arrow)
        subprocess.run(self.psql(f"CREATE UNLOGGED TABLE {table} ({columns})"), check=True)
        loading = subprocess.Popen(self.psql(f"COPY {table} FROM STDIN (FORMAT csv)"), stdin=subprocess.PIPE)
        told = pyarrow.csv.WriteOptions(include_header=False)
        with pyarrow.csv.CSVWriter(loading.stdin, file.schema_arrow, write_options=told) as writer:
            for batch in file.iter_batches():
                writer.write_batch(batch)
        loading.stdin.close()
        if loading.wait():
            sys.exit(f"{table} could not be put into PostgreSQL")
        subprocess.run(self.psql(f"VACUUM ANALYZE {table}"), check=True)
        return [f"postgres://me@127.0.0.1:{self.port}/postgres", "--table", table]

    def take_away(self, path):
        subprocess.run(self.psql(f"DROP TABLE {self.table(path)}"), check=True)

    def table(self, path):
        return os.path.basename(path).removesuffix(".parquet").replace("-", "_")

    def scan(self, path):
        """Counts all columns."""
        names = pyarrow.parquet.ParquetFile(path).schema_arrow.names
        counts = ", ".join(f"count({name})" for name in names)
        query = self.psql(f"SELECT {counts} FROM {self.table(path)}")
        return seconds(lambda: subprocess.run(query, check=True, capture_output=True))

    def stop(self):
        self.control("pg_ctl", "-m", "immediate", "stop")


class Spark:
    """A master, workers of one core each and a Connect server, as for the tests."""

    def __init__(self, folder, workers):
        import pyspark
        from pyspark.sql.connect.session import SparkSession

        self.name = f"Spark, {workers} worker" + ("s" if workers > 1 else "")
        self.folder = f"{folder}/spark-{workers}"
        self.script = os.path.dirname(os.path.abspath(__file__)) + "/../../crates/hornbook-engines/tests/servers/spark"
        settings = dict(os.environ, HORNBOOK_SPARK_WORKERS=str(workers), HORNBOOK_SPARK_STREAM="1g")
        settings.setdefault("HORNBOOK_SPARK_HOME", os.path.dirname(pyspark.__file__))
        # They end with this process, whatever becomes of it.
        subprocess.run([self.script, "start", self.folder, str(os.getpid())], check=True, env=settings)
        self.url = open(self.folder + "/url").read().strip()
        self.session = SparkSession.builder.remote(self.url).getOrCreate()

    def put(self, path):
        return [self.url, "--table", path]

    def take_away(self, path):
        pass

    def scan(self, path):
        """Reads all rows, and writes them nowhere."""
        rows = self.session.read.parquet(path)
        return seconds(lambda: rows.write.format("noop").mode("overwrite").save())

    def stop(self):
        self.session.stop()
        subprocess.run([self.script, "stop", self.folder], check=True)
