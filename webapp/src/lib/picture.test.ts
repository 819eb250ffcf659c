import { expect, test } from 'vitest';

import { pictureSources } from './picture';

test('a stored picture is there in two widths and two formats', () => {
  expect(pictureSources('/images/0192f0c1-2345.webp')).toEqual({
    webp: '/images/0192f0c1-2345-640.webp 640w, /images/0192f0c1-2345.webp 1280w',
    jpeg: '/images/0192f0c1-2345-640.jpg 640w, /images/0192f0c1-2345.jpg 1280w',
    fallback: '/images/0192f0c1-2345.jpg',
  });
});

test('any other address stands for itself', () => {
  expect(pictureSources('blob:http://127.0.0.1/0192')).toBeNull();
  expect(pictureSources('/images/../x.webp')).toBeNull();
});
