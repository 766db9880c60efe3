//! What the types of Spark are to us.

use spark_connect_proto::DataType;
use spark_connect_proto::data_type::{Decimal, Kind};

use crate::engine::ValueKind;

/// What the values of a type are.
pub(super) fn value_kind(data_type: Option<&DataType>) -> ValueKind {
    let Some(kind) = data_type.and_then(|data_type| data_type.kind.as_ref()) else { return ValueKind::Other };
    match kind {
        Kind::String(_) | Kind::Char(_) | Kind::VarChar(_) => ValueKind::Text,
        Kind::Byte(_) | Kind::Short(_) | Kind::Integer(_) | Kind::Long(_) => ValueKind::Whole,
        Kind::Decimal(decimal) if decimal.scale() == 0 => ValueKind::Whole,
        Kind::Float(_) | Kind::Double(_) | Kind::Decimal(_) => ValueKind::Number,
        Kind::Boolean(_) => ValueKind::Boolean,
        Kind::Date(_) | Kind::Timestamp(_) | Kind::TimestampNtz(_) => ValueKind::Date,
        Kind::TimestampNtzNanos(_) | Kind::TimestampLtzNanos(_) => ValueKind::Date,
        Kind::Time(_) => ValueKind::Time,
        Kind::Array(array) => match value_kind(array.element_type.as_deref()) {
            ValueKind::List | ValueKind::Other => ValueKind::Other,
            _ => ValueKind::List,
        },
        _ => ValueKind::Other,
    }
}

/// The type as Spark calls it.
pub(super) fn type_name(data_type: Option<&DataType>) -> String {
    let Some(kind) = data_type.and_then(|data_type| data_type.kind.as_ref()) else { return "unknown".to_owned() };
    let name = match kind {
        Kind::Null(_) => "void",
        Kind::Binary(_) => "binary",
        Kind::Boolean(_) => "boolean",
        Kind::Byte(_) => "tinyint",
        Kind::Short(_) => "smallint",
        Kind::Integer(_) => "int",
        Kind::Long(_) => "bigint",
        Kind::Float(_) => "float",
        Kind::Double(_) => "double",
        Kind::Decimal(decimal) => return decimal_name(decimal),
        Kind::String(_) => "string",
        Kind::Char(char) => return format!("char({})", char.length),
        Kind::VarChar(text) => return format!("varchar({})", text.length),
        Kind::Date(_) => "date",
        Kind::Timestamp(_) | Kind::TimestampLtzNanos(_) => "timestamp",
        Kind::TimestampNtz(_) | Kind::TimestampNtzNanos(_) => "timestamp_ntz",
        Kind::Time(_) => "time",
        Kind::CalendarInterval(_) | Kind::YearMonthInterval(_) | Kind::DayTimeInterval(_) => "interval",
        Kind::Array(array) => return format!("array<{}>", type_name(array.element_type.as_deref())),
        Kind::Struct(_) => "struct",
        Kind::Map(_) => "map",
        Kind::Variant(_) => "variant",
        Kind::Geometry(_) => "geometry",
        Kind::Geography(_) => "geography",
        Kind::Udt(_) | Kind::Unparsed(_) => "unknown",
    };
    name.to_owned()
}

fn decimal_name(decimal: &Decimal) -> String {
    // Spark's own defaults, where nothing is said.
    format!("decimal({},{})", decimal.precision.unwrap_or(10), decimal.scale())
}
