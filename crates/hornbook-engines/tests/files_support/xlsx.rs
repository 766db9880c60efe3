//! A writer of small workbooks: a zip archive in which nothing is compressed.

/// A cell: words, or a number with the number of its style.
pub enum Cell {
    Word(String),
    Number(f64),
    #[allow(dead_code)]
    Date(f64),
    Yes(bool),
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

fn zip(files: &[(&str, String)]) -> Vec<u8> {
    let (mut archive, mut index) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (offset, size) = (archive.len() as u32, content.len() as u32);
        let about = |out: &mut Vec<u8>| {
            [20u16, 0, 0, 0, 33].iter().for_each(|field| out.extend(field.to_le_bytes()));
            [crc(content.as_bytes()), size, size].iter().for_each(|field| out.extend(field.to_le_bytes()));
            [name.len() as u16, 0].iter().for_each(|field| out.extend(field.to_le_bytes()));
        };
        archive.extend(b"PK\x03\x04");
        about(&mut archive);
        archive.extend(name.as_bytes());
        archive.extend(content.as_bytes());
        index.extend(b"PK\x01\x02\x14\x00");
        about(&mut index);
        index.extend([0; 10]);
        index.extend(offset.to_le_bytes());
        index.extend(name.as_bytes());
    }
    let (start, size, count) = (archive.len() as u32, index.len() as u32, files.len() as u16);
    archive.extend(index);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    [count, count].iter().for_each(|field| archive.extend(field.to_le_bytes()));
    [size, start].iter().for_each(|field| archive.extend(field.to_le_bytes()));
    archive.extend([0, 0]);
    archive
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { letters(column / 26 - 1) + &last.to_string() }
}

fn sheet(rows: &[Vec<Cell>]) -> String {
    let mut text = String::from(
        r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#,
    );
    for (at, row) in rows.iter().enumerate() {
        text += &format!(r#"<row r="{}">"#, at + 1);
        for (column, cell) in row.iter().enumerate() {
            let place = format!("{}{}", letters(column), at + 1);
            text += &match cell {
                Cell::Word(word) if word.is_empty() => String::new(),
                Cell::Word(word) => format!(r#"<c r="{place}" t="inlineStr"><is><t>{}</t></is></c>"#, escaped(word)),
                Cell::Number(number) => format!(r#"<c r="{place}"><v>{number}</v></c>"#),
                Cell::Date(days) => format!(r#"<c r="{place}" s="1"><v>{days}</v></c>"#),
                Cell::Yes(yes) => format!(r#"<c r="{place}" t="b"><v>{}</v></c>"#, u8::from(*yes)),
            };
        }
        text += "</row>";
    }
    text + "</sheetData></worksheet>"
}

/// A workbook with these sheets.
pub fn workbook(sheets: &[(&str, Vec<Vec<Cell>>)]) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org";
    let list = |line: &dyn Fn(usize, &str) -> String| -> String {
        sheets.iter().enumerate().map(|(at, (name, _))| line(at + 1, name)).collect()
    };
    let types = list(&|at, _| {
        format!(
            r#"<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>"#
        )
    });
    let names = list(&|at, name| format!(r#"<sheet name="{}" sheetId="{at}" r:id="rId{at}"/>"#, escaped(name)));
    let relations = list(&|at, _| {
        format!(
            r#"<Relationship Id="rId{at}" Type="{main}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet{at}.xml"/>"#
        )
    });
    let head = r#"<?xml version="1.0"?>"#;
    let mut files = vec![
        (
            "[Content_Types].xml",
            format!(
                r#"{head}<Types xmlns="{main}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>{types}</Types>"#
            ),
        ),
        (
            "_rels/.rels",
            format!(
                r#"{head}<Relationships xmlns="{main}/package/2006/relationships"><Relationship Id="rId1" Type="{main}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                r#"{head}<workbook xmlns="{main}/spreadsheetml/2006/main" xmlns:r="{main}/officeDocument/2006/relationships"><sheets>{names}</sheets></workbook>"#
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                r#"{head}<Relationships xmlns="{main}/package/2006/relationships">{relations}<Relationship Id="rId99" Type="{main}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/styles.xml",
            format!(
                r#"{head}<styleSheet xmlns="{main}/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"#
            ),
        ),
    ];
    let paths: Vec<String> = (1..=sheets.len()).map(|at| format!("xl/worksheets/sheet{at}.xml")).collect();
    files.extend(paths.iter().zip(sheets).map(|(path, (_, rows))| (path.as_str(), sheet(rows))));
    zip(&files)
}
