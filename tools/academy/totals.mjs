// Counts the test cases in a test tool's report:
//   totals.mjs bazel BUILD_EVENTS EXIT_STATUS
//   totals.mjs vitest REPORT EXIT_STATUS
// prints "PASSED FAILED" and, from the second line on, what failed and the start of why.
// Tests that could not be built, loaded or run count as failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mostReasonLines = 12;

const attribute = (text, name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0);
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#x0A': '\n', '#10': '\n' };
const unescaped = (text) => text.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole);

const failure = (name, reason) => ({ name, reason: stripVTControlCharacters(reason ?? '').trim() });

/** The failed cases of gtest's XML file. */
function failedCases(label, xml) {
  const cases = xml.matchAll(/<testcase ([^>]*[^/])>((?:(?!<\/testcase>)[^])*?<failure message="([^"]*)")/g);
  return [...cases].map(([, attributes, , message]) => {
    const of = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    return failure(`${label} ${of('classname')}.${of('name')}`, unescaped(message));
  });
}

/** Reads Bazel's build event protocol, one JSON object per line, and gtest's XML file of each target. */
function bazel(file) {
  let passed = 0;
  let failed = 0;
  const failures = [];
  const lastResult = new Map();
  const unbuilt = new Set();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const event = JSON.parse(line);
    if (event.id?.testResult) {
      lastResult.set(event.id.testResult.label, event.testResult);
    } else if (event.id?.targetCompleted && event.completed?.success !== true) {
      unbuilt.add(event.id.targetCompleted.label);
    }
  }
  failed += unbuilt.size;
  failures.push(...[...unbuilt].map((label) => failure(label, 'was not built')));
  for (const [label, result] of lastResult) {
    const uri = (result.testActionOutput ?? []).find((output) => output.name === 'test.xml')?.uri;
    const path = uri === undefined ? '' : fileURLToPath(uri);
    const xml = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const suites = /<testsuites[^>]*>/.exec(xml)?.[0] ?? '';
    const bad = attribute(suites, 'failures') + attribute(suites, 'errors');
    const ran = attribute(suites, 'tests') - attribute(suites, 'disabled');
    if (result.status === 'PASSED') {
      passed += Math.max(1, ran);
    } else {
      failed += Math.max(1, bad);
      passed += Math.max(0, ran - bad);
      const cases = failedCases(label, xml);
      failures.push(...(cases.length > 0 ? cases : [failure(label, result.status)]));
    }
  }
  return { passed, failed, failures };
}

function vitest(file) {
  let passed = 0;
  let failed = 0;
  const failures = [];
  for (const suite of JSON.parse(readFileSync(file, 'utf8')).testResults) {
    const name = relative(root, suite.name);
    const of = (...states) => suite.assertionResults.filter((result) => states.includes(result.status));
    passed += of('passed').length;
    failed += of('failed').length;
    failures.push(...of('failed').map((test) => failure(`${name} ${test.fullName}`, test.failureMessages?.[0])));
    // The file failed before its tests could run.
    if (suite.status === 'failed' && of('failed').length === 0) {
      failed += Math.max(1, of('pending', 'skipped').length);
      failures.push(failure(name, suite.message));
    }
  }
  return { passed, failed, failures };
}

const [kind, file, status] = process.argv.slice(2);
let totals = { passed: 0, failed: 0, failures: [] };
try {
  totals = (kind === 'bazel' ? bazel : vitest)(file);
} catch (error) {
  process.stderr.write(`No totals in ${file}: ${error.message}\n`);
}
if (totals.failed === 0 && (status !== '0' || totals.passed === 0)) {
  totals.failed = 1;
  totals.failures.push(failure(kind, `ended with status ${status}`));
}
process.stdout.write(`${totals.passed} ${totals.failed}\n`);
for (const { name, reason } of totals.failures) {
  process.stdout.write(`  failed  ${name}\n`);
  const lines = reason === '' ? [] : reason.split('\n').slice(0, mostReasonLines);
  for (const line of lines) process.stdout.write(`          ${line}\n`);
}
