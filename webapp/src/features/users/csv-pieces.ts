/**
 * Cuts a CSV file into smaller ones of some rows each, every one with the first line that names the columns. It works on
 * the bytes, whose quotes, separators and line ends are the same in UTF-8 and in windows-1256, and takes rows as the
 * server does (edge/transfer/csv_reader).
 */
export interface CsvFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the first row begins; before it is the line of names. */
  head: number;
  /** Lines before the first row. */
  headLines: number;
  /** A row reaches to where the next begins, empty lines behind it included. */
  rows: readonly { start: number; line: number }[];
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BOM = [0xef, 0xbb, 0xbf];
const SEP = [...'sep='].map((letter) => letter.charCodeAt(0));

const beginsWith = (bytes: Uint8Array, text: readonly number[], at: number) =>
  text.every((byte, index) => bytes[at + index] === byte);

/** What Excel takes for an instruction, `sep=;`, is none of the rows. */
function afterInstruction(bytes: Uint8Array, at: number): number {
  const end = at + SEP.length + 1;
  if (!beginsWith(bytes, SEP, at) || (bytes[end] !== LF && bytes[end] !== CR)) return at;
  return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
}

export function readCsv(bytes: Uint8Array<ArrayBuffer>, delimiter: string): CsvFile {
  const separator = delimiter.charCodeAt(0);
  const begin = beginsWith(bytes, BOM, 0) ? BOM.length : 0;
  const first = afterInstruction(bytes, begin);
  const all: { start: number; line: number }[] = [];
  let line = first > begin ? 2 : 1;
  let row = { start: first, line };
  let says = false;
  let quoted = false;
  let cellBegins = true;
  for (let at = first; at < bytes.length; ++at) {
    const byte = bytes[at];
    const lineEnd = byte === LF || byte === CR;
    if (lineEnd) {
      if (byte === CR && bytes[at + 1] === LF) ++at;
      ++line;
    }
    if (quoted) {
      if (byte !== QUOTE) says = true;
      // Two of them are one that the cell says.
      else if (bytes[at + 1] === QUOTE) ++at;
      else quoted = false;
    } else if (lineEnd) {
      if (says) all.push(row);
      row = { start: at + 1, line };
      says = false;
      cellBegins = true;
    } else if (byte === separator) cellBegins = true;
    else if (byte === QUOTE && cellBegins) {
      quoted = true;
      cellBegins = false;
    } else {
      says = true;
      cellBegins = false;
    }
  }
  if (says) all.push(row);
  const [, ...rows] = all;
  const head = rows[0]?.start ?? bytes.length;
  return { bytes, head, headLines: (rows[0]?.line ?? line) - 1, rows };
}

/** The rows from `first` to before `end` as a file of their own, but for those at the lines `without`. */
export function pieceOf(
  { bytes, head, rows }: CsvFile,
  first: number,
  end: number,
  without: ReadonlySet<number>,
): Blob {
  const parts: BlobPart[] = [bytes.subarray(0, head)];
  for (let index = first; index < end; ++index) {
    const row = rows[index];
    if (!row) break;
    const next = rows[index + 1];
    // Empty lines keep the place of a row, so that those behind it are counted as they are in the whole file.
    if (without.has(row.line)) parts.push('\n'.repeat(Math.max((next?.line ?? row.line) - row.line, 1)));
    else parts.push(bytes.subarray(row.start, next?.start ?? bytes.length));
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** What is to be added to the lines that the piece beginning with a row tells. */
export const lineOffset = ({ rows, headLines }: CsvFile, first: number): number =>
  (rows[first]?.line ?? 0) - (headLines + 1);
