import { WatchTracker } from './watch-tracker';

test('joins consecutive ticks into one interval', () => {
  const tracker = new WatchTracker();
  for (const position of [0, 0.25, 0.5, 1]) tracker.tick(position, true);
  expect(tracker.take()).toEqual([[0, 1]]);
  expect(tracker.take()).toEqual([]);
});

test('a seek starts a new interval and counts nothing between', () => {
  const tracker = new WatchTracker();
  for (const position of [0, 1, 60, 61]) tracker.tick(position, true);
  expect(tracker.take()).toEqual([
    [0, 1],
    [60, 61],
  ]);
});

test('a pause and a jump back count nothing', () => {
  const tracker = new WatchTracker();
  tracker.tick(10, true);
  tracker.tick(10, false);
  tracker.tick(11, true);
  tracker.tick(5, true);
  expect(tracker.take()).toEqual([]);
});

test('what could not be sent is sent with the next', () => {
  const tracker = new WatchTracker();
  tracker.tick(0, true);
  tracker.tick(1, true);
  tracker.restore(tracker.take());
  tracker.tick(2, true);
  expect(tracker.take()).toEqual([[0, 2]]);
});
