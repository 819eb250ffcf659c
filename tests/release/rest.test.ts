// The REST calls of this tree against those of the last release.
import { describe, expect, test } from 'vitest';

import { released, unexpected } from './breaks.ts';
import { restBreaks, restHere, type Rest } from './rest.ts';

test('the calls break no client of the last release', () => {
  const here = restHere();
  expect(Object.keys(here.paths).length).toBeGreaterThan(80);
  expect(unexpected('rest', restBreaks(released('rest.json', here), here))).toEqual([]);
});

const BASE = `{
  "paths": {
    "/a": { "post": {
      "security": [{ "token": [] }],
      "parameters": [{ "name": "page", "in": "query", "schema": { "type": "integer", "minimum": 0 } }],
      "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Ask" } } } },
      "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Answer" } } } } }
    } },
    "/open": { "get": { "security": [], "responses": { "204": {} } } }
  },
  "components": { "schemas": {
    "Ask": { "type": "object", "required": ["id"], "properties": {
      "id": { "type": "string", "maxLength": 20 },
      "kind": { "enum": ["x", "y"] },
      "days": { "type": ["array", "null"], "items": { "type": "integer" } } } },
    "Answer": { "allOf": [
      { "type": "object", "required": ["message"], "properties": { "message": { "type": "string" } } },
      { "type": "object", "required": ["result"], "properties": {
        "result": { "type": "string", "format": "date-time" },
        "more": { "$ref": "#/components/schemas/Answer" },
        "state": { "enum": ["on", "off"] } } } ] }
  } }
}`;
const before = JSON.parse(BASE) as Rest;
const breaksOf = (from: string, to: string) => {
  const text = BASE.replace(from, to);
  expect(text).not.toBe(BASE);
  return restBreaks(before, JSON.parse(text) as Rest);
};

describe('no break is', () => {
  test.each([
    ['a new call', '"/open":', '"/new": { "get": { "responses": {} } }, "/open":'],
    ['an optional field in a request', '"id": {', '"title": { "type": "string" }, "id": {'],
    ['a field in an answer', '"state": {', '"title": { "type": "string" }, "state": {'],
    ['a value that a request may have', '["x", "y"]', '["x", "y", "z"]'],
    ['a value that an answer may have', '["on", "off"]', '["on", "off", "waiting"]'],
    ['a higher limit', '"maxLength": 20', '"maxLength": 30'],
    ['a field that a request may leave out', '"required": ["id"], ', ''],
    ['a call that asks for less', '"security": [{ "token": [] }]', '"security": []'],
    ['an answer that is never null', '["array", "null"]', '["array", "null", "string"]'],
  ])('%s', (_, from, to) => {
    expect(breaksOf(from, to)).toEqual([]);
  });
});

describe('a break is', () => {
  test.each([
    ['a call that is gone', '"/open":', '"/other":', ['GET /open: the call is gone']],
    ['a verb that is gone', '"get":', '"put":', ['GET /open: the call is gone']],
    ['a call that asks for a token', '"security": []', '"security": [{ "token": [] }]', ['GET /open: asks for token']],
    ['a call that asks for another token', '{ "token": [] }', '{ "other": [] }', ['POST /a: asks for other']],
    ['a parameter that is gone', '"name": "page"', '"name": "from"', ['POST /a: the parameter page is gone']],
    [
      'a parameter that is required',
      '"in": "query"',
      '"in": "query", "required": true',
      ['POST /a: the parameter page is required now'],
    ],
    ['a parameter with a narrower limit', '"minimum": 0', '"minimum": 1', ['POST /a page: has a higher minimum']],
    ['a field of a request that is gone', '"kind":', '"sort":', ['Ask.kind: is gone from the request']],
    ['a field of a request that is required', '["id"]', '["id", "kind"]', ['Ask.kind: is required now']],
    ['a value that a request may no longer have', '["x", "y"]', '["x"]', ['Ask.kind: no longer takes y']],
    [
      'values for what had any',
      '"maxLength": 20',
      '"maxLength": 20, "enum": ["a"]',
      ['Ask.id: no longer takes others'],
    ],
    ['a lower limit', '"maxLength": 20', '"maxLength": 10', ['Ask.id: has a lower maxLength']],
    ['a pattern', '"maxLength": 20', '"maxLength": 20, "pattern": "^a"', ['Ask.id: has another pattern']],
    [
      'a request that may no longer be null',
      '["array", "null"]',
      '["array"]',
      ['Ask.days: was array or null, is array'],
    ],
    ['another type in a list', '"integer" } }', '"string" } }', ['Ask.days[]: was integer, is string']],
    [
      'a body that is required',
      '"requestBody": {',
      '"requestBody": { "required": true,',
      ['POST /a: a body is required now'],
    ],
    [
      'another type of body',
      '"requestBody": { "content": { "application/json"',
      '"requestBody": { "content": { "text/csv"',
      ['POST /a: has no request of application/json any more'],
    ],
    ['a field of an answer that is gone', '"state":', '"status":', ['Answer.state: is gone from the response']],
    ['a field of an answer that may be absent', '"required": ["result"], ', '', ['Answer.result: may be absent now']],
    [
      'an answer that may be null',
      '"message": { "type": "string" }',
      '"message": { "type": ["string", "null"] }',
      ['Answer.message: was string, is null or string'],
    ],
    ['another format', 'date-time', 'date', ['Answer.result: had the format date-time, has date']],
    ['another answer', '"204"', '"200"', ['GET /open: no longer answers 204']],
  ])('%s', (_, from, to, findings) => {
    expect(breaksOf(from, to)).toEqual(findings);
  });
});
