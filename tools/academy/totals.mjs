// Counts the test cases in a test tool's report and prints "PASSED FAILED":
//   totals.mjs bazel BUILD_EVENTS EXIT_STATUS
//   totals.mjs vitest REPORT EXIT_STATUS
// Tests that could not be built, loaded or run count as failed.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const attribute = (text, name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0);

/** Reads Bazel's build event protocol, one JSON object per line, and gtest's XML file of each target. */
function bazel(file) {
  let passed = 0;
  let failed = 0;
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
  for (const result of lastResult.values()) {
    const uri = (result.testActionOutput ?? []).find((output) => output.name === 'test.xml')?.uri;
    const path = uri === undefined ? '' : fileURLToPath(uri);
    const root = existsSync(path) ? (/<testsuites[^>]*>/.exec(readFileSync(path, 'utf8'))?.[0] ?? '') : '';
    const bad = attribute(root, 'failures') + attribute(root, 'errors');
    const ran = attribute(root, 'tests') - attribute(root, 'disabled');
    if (result.status === 'PASSED') {
      passed += Math.max(1, ran);
    } else {
      failed += Math.max(1, bad);
      passed += Math.max(0, ran - bad);
    }
  }
  return { passed, failed };
}

function vitest(file) {
  let passed = 0;
  let failed = 0;
  for (const suite of JSON.parse(readFileSync(file, 'utf8')).testResults) {
    const of = (...states) => suite.assertionResults.filter((result) => states.includes(result.status)).length;
    passed += of('passed');
    failed += of('failed');
    // The file failed before its tests could run.
    if (suite.status === 'failed' && of('failed') === 0) failed += Math.max(1, of('pending', 'skipped'));
  }
  return { passed, failed };
}

const [kind, file, status] = process.argv.slice(2);
let totals = { passed: 0, failed: 0 };
try {
  totals = (kind === 'bazel' ? bazel : vitest)(file);
} catch (error) {
  process.stderr.write(`No totals in ${file}: ${error.message}\n`);
}
if (status !== '0' && totals.failed === 0) totals.failed = 1;
if (totals.passed + totals.failed === 0) totals.failed = 1;
process.stdout.write(`${totals.passed} ${totals.failed}\n`);
