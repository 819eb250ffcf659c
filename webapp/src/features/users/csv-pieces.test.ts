import { lineOffset, pieceOf, readCsv } from './csv-pieces';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const NONE: ReadonlySet<number> = new Set();

test('a file is cut between rows, each piece with the names of the columns', async () => {
  const csv = readCsv(
    bytesOf('\uFEFFemail,fullname\r\na@x.y,A\r\nb@x.y,"B\r\nof ""two"" lines, one"\r\n\r\nc@x.y,C'),
    ',',
  );
  expect(csv.rows.map(({ line }) => line)).toEqual([2, 3, 6]);
  expect(await pieceOf(csv, 0, 1, NONE).text()).toBe('email,fullname\r\na@x.y,A\r\n');
  expect(await pieceOf(csv, 1, 3, NONE).text()).toBe(
    'email,fullname\r\nb@x.y,"B\r\nof ""two"" lines, one"\r\n\r\nc@x.y,C',
  );
  expect(lineOffset(csv, 0)).toBe(0);
  // Line 2 of the piece is line 3 of the file.
  expect(lineOffset(csv, 1)).toBe(1);
});

test('rows are left out without moving the lines of the others', async () => {
  const csv = readCsv(bytesOf('email;fullname\na;A\nb;"B\nB"\nc;C\n'), ';');
  expect(await pieceOf(csv, 0, 3, new Set([3])).text()).toBe('email;fullname\na;A\n\n\nc;C\n');
});

test('rows without anything are no rows, and neither are the lines before the names', () => {
  const csv = readCsv(bytesOf('\n;;\nemail;fullname\n\n;"";\na;A\n;\n'), ';');
  expect(csv.rows.map(({ line }) => line)).toEqual([6]);
  expect(csv.headLines).toBe(5);
  const told = readCsv(bytesOf('sep=;\r\nemail;fullname\r\na;A\r\n'), ';');
  expect(told.rows.map(({ line }) => line)).toEqual([3]);
});

test('bytes of another encoding stay as they are', async () => {
  const arabic = Uint8Array.from([0x65, 0x0a, 0xc7, 0xe1, 0x0a, 0xda, 0x0a]);
  const piece = pieceOf(readCsv(arabic, ','), 1, 2, NONE);
  expect([...new Uint8Array(await piece.arrayBuffer())]).toEqual([0x65, 0x0a, 0xda, 0x0a]);
});

test('a file of names alone has no rows', () => {
  expect(readCsv(bytesOf('email,fullname'), ',').rows).toEqual([]);
});
