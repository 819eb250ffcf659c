import { z } from 'zod/mini';
import { day, flag, oneOf, pageSize, readListUrl, sort, text, toAddress } from './list-url';

const schema = z.object({
  q: text(),
  sort: sort(['title', 'createdAt'], 'title'),
  size: pageSize([25, 50], 25),
  view: oneOf(['cards', 'table'], 'cards'),
  online: flag(),
  from: day(),
});
const read = (search: string, name?: string) => readListUrl(schema, new URLSearchParams(search), name);
const first = { q: '', sort: 'title', size: 25, view: 'cards', online: undefined, from: '', cursor: '' };

test('an address that says nothing gives the values at first', () => {
  expect(read('')).toEqual(first);
});

test('an address gives what it holds, each value in its type', () => {
  expect(read('q=law&sort=-createdAt&size=50&view=table&online=false&from=2026-01-31&cursor=c')).toEqual({
    q: 'law',
    sort: '-createdAt',
    size: 50,
    view: 'table',
    online: false,
    from: '2026-01-31',
    cursor: 'c',
  });
});

test('what a list does not know counts as not said, and the rest holds', () => {
  expect(read('q=law&sort=password&size=1000000&view=map&online=yes&from=yesterday&tab=x')).toEqual({
    ...first,
    q: 'law',
  });
});

test('two lists of one screen do not read each other’s values', () => {
  expect(read('q=one&add-q=two', 'add')).toEqual({ ...first, q: 'two' });
  expect(read('q=one&add-q=two')).toEqual({ ...first, q: 'one' });
});

test('values that are as at first leave the address', () => {
  expect(toAddress(schema, { q: '', sort: 'title', size: 50, online: false, view: 'cards' })).toEqual({
    q: '',
    sort: '',
    size: '50',
    online: 'false',
    view: '',
  });
  expect(toAddress(schema, { online: undefined })).toEqual({ online: '' });
});
