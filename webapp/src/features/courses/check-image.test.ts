import { imageProblem } from './check-image';

const file = (bytes: readonly number[] | string, size = 0) =>
  new File(
    [
      typeof bytes === 'string' ? Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)) : Uint8Array.from(bytes),
      new Uint8Array(size),
    ],
    'cover.jpg',
  );

test.each([
  ['JPEG', file([0xff, 0xd8, 0xff, 0xe0])],
  ['PNG', file('\x89PNG\r\n\x1a\n')],
  ['WebP', file('RIFF\x01\x02\x03\x04WEBPVP8 ')],
  ['AVIF', file('\0\0\0\x20ftypavif\0\0\0\0')],
])('knows %s by its content', async (_, picture) => {
  expect(await imageProblem(picture)).toBeNull();
});

test('refuses what only has the name of a picture, and what is too large', async () => {
  expect(await imageProblem(file('<html>'))).toBe('type');
  expect(await imageProblem(file('\0\0\0\x20ftypisom\0\0\0\0'))).toBe('type');
  expect(await imageProblem(file([0xff, 0xd8, 0xff], 5 * 1024 * 1024))).toBe('size');
});
