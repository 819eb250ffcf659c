import { isDay, parseCsv, parseEmailCsv, parseEmailList, readText } from './parse-emails';

const emails = (rows: { email: string }[]) => rows.map(({ email }) => email);

test('reads addresses as people paste them', () => {
  const text = 'a@x.test, b@x.test; c@x.test\n\nسارة <d@x.test>\r\n"e@x.test"\tf@x.test g@x.test، h@x.test';
  expect(emails(parseEmailList(text))).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}@x.test`),
  );
  expect(parseEmailList(text).map(({ line }) => line)).toEqual([1, 1, 1, 3, 4, 4, 4, 4]);
});

test('keeps what is no address, for the server to refuse by name', () => {
  expect(emails(parseEmailList('nobody\na@x.test'))).toEqual(['nobody', 'a@x.test']);
});

test('reads a CSV with quoted cells that hold separators and line ends', () => {
  expect(parseCsv('a;"b;""c""\nd";e\r\nf;;\n')).toEqual([
    ['a', 'b;"c"\nd', 'e'],
    ['f', '', ''],
  ]);
});

test('reads a CSV with the line ends of every system, and quotes that are left open', () => {
  expect(parseCsv('a,b\r\nc,d\re,f\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]);
  expect(parseCsv('')).toEqual([]);
  expect(parseCsv('a,"b\nc')).toEqual([['a', 'b\nc']]);
});

test('finds the address and date columns by their heads, in either language', () => {
  const english = '\uFEFFName,E-mail,Start date,expiryDate\n"Ali, Sara",s@x.test,2026-1-5,2026-12-31\n,,,\nAli,,,\n';
  expect(parseEmailCsv(english)).toEqual([
    { line: 2, email: 's@x.test', startDate: '2026-01-05', expiryDate: '2026-12-31' },
    { line: 4, email: 'Ali', startDate: '', expiryDate: '' },
  ]);
  const arabic = 'الاسم;البريد الإلكتروني;تاريخ الانتهاء\nسارة;s@x.test;٢٠٢٦-١٢-٣١\n';
  expect(parseEmailCsv(arabic)).toEqual([{ line: 2, email: 's@x.test', startDate: '', expiryDate: '2026-12-31' }]);
});

test.each([
  ['2026-12-31', '2026-12-31'],
  ['2026/1/5', '2026-01-05'],
  ['2026.1.5', '2026-01-05'],
  ['2026-12-31T20:59:59.999Z', '2026-12-31'],
  ['2026-12-31 23:59', '2026-12-31'],
  ['\u200F٢٠٢٦/١٢/٣١', '2026-12-31'],
])('reads the date %s', (written, day) => {
  expect(parseEmailCsv(`email,start\ns@x.test,${written}`)[0]?.startDate).toBe(day);
  expect(isDay(day)).toBe(true);
});

test.each(['31/12/2026', '12/31/2026', '3-4-2026', '2026', '2026-13-01', '2026-02-31', 'soon', '46387', '1448-06-12'])(
  'leaves %s as it is written, for it is no date that everybody reads alike',
  (written) => {
    const [row] = parseEmailCsv(`email,start\ns@x.test,${written}`);
    expect(row?.startDate).toBe(written);
    expect(isDay(written)).toBe(false);
  },
);

test('finds the addresses without any head', () => {
  expect(emails(parseEmailCsv('Sara\ta@x.test\nAli\tb@x.test'))).toEqual(['a@x.test', 'b@x.test']);
});

test('reads files in UTF-8 and in windows-1256', async () => {
  expect(await readText(new File(['\uFEFFسارة'], 'a.csv'))).toBe('سارة');
  expect(await readText(new File([Uint8Array.of(0xd3, 0xc7, 0xd1, 0xc9)], 'a.csv'))).toBe('سارة');
});
