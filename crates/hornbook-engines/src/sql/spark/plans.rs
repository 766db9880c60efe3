//! What is asked, as Spark Connect has it.

use std::collections::HashMap;

use spark_connect_proto::command::CommandType;
use spark_connect_proto::plan::OpType;
use spark_connect_proto::read::{DataSource, ReadType};
use spark_connect_proto::relation::RelType;
use spark_connect_proto::{Command, CreateDataFrameViewCommand, Plan, Read, Relation, Sql};

/// A query.
pub(super) fn query(sql: &str) -> Plan {
    let sql = Sql { query: sql.to_owned(), ..Sql::default() };
    Plan { op_type: Some(OpType::Root(relation(RelType::Sql(sql)))) }
}

/// A view of files of text with a line of names. Cells stay as they are written:
/// what they mean is found out where it is for any table.
pub(super) fn separated_view(name: &str, path: &str, separator: char) -> Plan {
    let options = [("header", "true"), ("sep", &separator.to_string()), ("escape", "\"")];
    let files = DataSource {
        format: Some("csv".to_owned()),
        options: HashMap::from(options.map(|(key, value)| (key.to_owned(), value.to_owned()))),
        paths: vec![path.to_owned()],
        ..DataSource::default()
    };
    let read = Read { read_type: Some(ReadType::DataSource(files)), ..Read::default() };
    let view = CreateDataFrameViewCommand {
        input: Some(relation(RelType::Read(read))),
        name: name.to_owned(),
        is_global: false,
        replace: true,
    };
    Plan { op_type: Some(OpType::Command(Command { command_type: Some(CommandType::CreateDataframeView(view)) })) }
}

fn relation(rel_type: RelType) -> Relation {
    Relation { common: None, rel_type: Some(rel_type) }
}
