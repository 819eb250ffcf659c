import 'fake-indexeddb/auto';
import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { server } from '@/testing/server';
import { hearReportInterval } from './report-interval';
import { useProgressSaver } from './use-progress-saver';

/** Answers reports with an interval, and tells what came. */
function academy(interval: string | undefined) {
  const came: unknown[] = [];
  server.use(
    http.put('*/api/user-course/update-progress', async ({ request }) => {
      came.push(await request.json());
      const headers: HeadersInit = interval === undefined ? {} : { 'Report-Interval': interval };
      return HttpResponse.json({ message: 'ok', result: { percent: 1, parts: [] } }, { headers });
    }),
  );
  return came;
}

/** A player that has watched another second. */
function watching(onSaved = vi.fn()) {
  const { result, unmount } = renderHook(() => useProgressSaver('c1', 'p1', onSaved, vi.fn()));
  let at = 0;
  const watch = () => {
    result.current.tick(at, true);
    result.current.tick(++at, true);
  };
  watch();
  return { saver: result.current, watch, unmount };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => {
  learnerSession.start('t', { clientId: 'sara', fullname: 'Sara' });
  hearReportInterval(new Headers({ 'Report-Interval': '5' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

test('reports after five seconds, and then as often as the academy says', async () => {
  const came = academy('15');
  const { watch, unmount } = watching();
  await pass(4.9);
  expect(came).toHaveLength(0);
  await pass(0.2);
  await vi.waitFor(() => expect(came).toHaveLength(1));
  // Its answer is read.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  watch();
  await pass(14);
  expect(came).toHaveLength(1);
  await pass(1.1);
  await vi.waitFor(() => expect(came).toHaveLength(2));
  unmount();
});

test('a pause and a page that is left are told at once, however long the interval', async () => {
  hearReportInterval(new Headers({ 'Report-Interval': '15' }));
  const came = academy('15');
  const { saver, watch, unmount } = watching();
  act(() => saver.save());
  await vi.waitFor(() => expect(came).toHaveLength(1));
  watch();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await vi.waitFor(() => expect(came).toHaveLength(2));
  watch();
  unmount();
  await vi.waitFor(() => expect(came).toHaveLength(3));
});

test('what was saved on leaving the lesson is told too, for the screen that follows to show it', async () => {
  academy('15');
  const saved = vi.fn();
  const { unmount } = watching(saved);
  unmount();
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith({ percent: 1, parts: [] }));
});

test('an interval that makes no sense is not believed', async () => {
  for (const told of ['0', '-3', 'soon', '']) hearReportInterval(new Headers({ 'Report-Interval': told }));
  const came = academy(undefined);
  const { unmount } = watching();
  await pass(5.1);
  await vi.waitFor(() => expect(came).toHaveLength(1));
  unmount();
});
