// The protos of this tree against those of the last release.
import { describe, expect, test } from 'vitest';

import { released, unexpected } from './breaks.ts';
import { protoBreaks, protosHere, protosOfText } from './protos.ts';

test('the protos break no program of the last release', () => {
  const here = protosHere();
  expect(Object.keys(here.services).length).toBeGreaterThan(30);
  expect(unexpected('proto', protoBreaks(released('protos.json', here), here))).toEqual([]);
});

const BASE = `
  message M {
    reserved 9; reserved "old";
    string name = 1;
    repeated int32 days = 2;
    oneof one { string left = 3; string right = 4; }
    optional bool maybe = 5;
    K kind = 6;
    map<string, int32> counts = 7;
  }
  enum K { NONE = 0; SOME = 1; reserved 5; }
  service S {
    rpc Get(M) returns (M) { option (academy.common.v1.access) = ACCESS_SUPPORT; }
    rpc Tell(stream M) returns (M) { option (academy.common.v1.callers) = "edge"; option (academy.common.v1.callers) = "catalog"; }
  }
  message Other {}
  enum Unused { UNUSED = 0; }`;
const before = protosOfText(BASE);
const breaksOf = (from: string, to: string) => {
  const text = BASE.replace(from, to);
  expect(text).not.toBe(BASE);
  return protoBreaks(before, protosOfText(text));
};

test('what is only added breaks nothing', () => {
  expect(breaksOf('string name = 1;', 'string name = 1; Other more = 10; K another = 11;')).toEqual([]);
  expect(breaksOf('SOME = 1;', 'SOME = 1; MORE = 2;')).toEqual([]);
  expect(breaksOf('service S {', 'service T {} service S { rpc More(Other) returns (Other);')).toEqual([]);
});

test('what is gone with number and name reserved breaks nothing', () => {
  expect(breaksOf('string name = 1;', 'reserved 1; reserved "name";')).toEqual([]);
  expect(breaksOf('SOME = 1;', 'reserved 1; reserved "SOME";')).toEqual([]);
});

describe('a break is', () => {
  test.each([
    ['a message that is gone', 'message Other {}', '', ['t.Other: the message is gone']],
    ['an enum that is gone', 'enum Unused {', 'enum L {', ['t.Unused: the enum is gone']],
    ['a service that is gone', 'service S {', 'service T {', ['t.S: the service is gone']],
    ['an rpc that is gone', 'rpc Get(', 'rpc Fetch(', ['t.S/Get: the rpc is gone']],
    [
      'a field that is gone',
      'string name = 1;',
      '',
      ['t.M: field name is gone and its number 1 and name name not reserved'],
    ],
    [
      'a field whose name alone is reserved',
      'string name = 1;',
      'reserved "name";',
      ['t.M: field name is gone and its number 1 not reserved'],
    ],
    [
      'a number that is used again',
      'string name = 1;',
      'string title = 1;',
      ['t.M.name: has another name: "name", now "title"', 't.M.name: has another json: "name", now "title"'],
    ],
    ['another type', 'string name = 1;', 'bytes name = 1;', ['t.M.name: has another type: "string", now "bytes"']],
    [
      'another type of a map’s values',
      'map<string, int32>',
      'map<string, int64>',
      ['t.M.counts: has another type: "string, int32", now "string, int64"'],
    ],
    [
      'a repeated field that is one',
      'repeated int32 days',
      'int32 days',
      ['t.M.days: has another label: "repeated", now "one"'],
    ],
    [
      'an optional field that is not',
      'optional bool maybe',
      'bool maybe',
      ['t.M.maybe: has another label: "optional", now "one"'],
    ],
    [
      'another name in JSON',
      'string name = 1;',
      'string name = 1 [json_name = "title"];',
      ['t.M.name: has another json: "name", now "title"'],
    ],
    [
      'a field that leaves its oneof',
      'string left = 3; string right = 4; }',
      'string left = 3; } string right = 4;',
      ['t.M.right: has another oneof: "one", now none'],
    ],
    [
      'an option of the JSON',
      'string name = 1;',
      'string name = 1 [(academy.common.v1.internal) = true];',
      ['t.M.name: has another options: none, now {"internal":true}'],
    ],
    ['a reserved number that is free', 'reserved 9;', '', ['t.M: 9-9 is no longer reserved']],
    ['a reserved name that is free', 'reserved "old";', '', ['t.M: old is no longer reserved']],
    ['a value that is gone', 'SOME = 1;', '', ['t.K: value SOME is gone and its number 1 and name SOME not reserved']],
    ['a value with another name', 'SOME = 1;', 'ANY = 1;', ['t.K: SOME is called ANY now']],
    ['a reserved value that is free', 'reserved 5;', '', ['t.K: 5-5 is no longer reserved']],
    ['another request', 'rpc Get(M)', 'rpc Get(Other)', ['t.S/Get: has another request: "t.M", now "t.Other"']],
    [
      'another response',
      'returns (M) { option (academy.common.v1.access)',
      'returns (Other) { option (academy.common.v1.access)',
      ['t.S/Get: has another response: "t.M", now "t.Other"'],
    ],
    ['requests that no longer stream', 'stream M', 'M', ['t.S/Tell: has another clientStreams: true, now false']],
    [
      'responses that stream',
      'returns (M) { option (academy.common.v1.access)',
      'returns (stream M) { option (academy.common.v1.access)',
      ['t.S/Get: has another serverStreams: false, now true'],
    ],
    [
      'people who may no longer call',
      'ACCESS_SUPPORT',
      'ACCESS_MANAGERS',
      ['t.S/Get: ACCESS_SUPPORT may no longer call it: ACCESS_MANAGERS'],
    ],
    [
      'a service that may no longer call',
      'option (academy.common.v1.callers) = "catalog";',
      '',
      ['t.S/Tell: catalog may no longer call it'],
    ],
  ])('%s', (_, from, to, findings) => {
    expect(breaksOf(from, to)).toEqual(findings);
  });
});

test('more people may call without a break', () => {
  expect(breaksOf('ACCESS_SUPPORT', 'ACCESS_PUBLIC')).toEqual([]);
});

test('a break that is meant has to happen', () => {
  expect(unexpected('proto', ['a', 'b'], ['b', 'c'])).toEqual(['a', 'breaks.txt has what is not broken: c']);
});
