import { chaptersOf } from './chapters';

test('lines with times are chapters, and the rest is the description', () => {
  const { chapters, text } = chaptersOf('What a loop is.\n0:00 Introduction\n1:05 - While\n\nHave fun.', 600);
  expect(chapters).toEqual([
    { from: 0, title: 'Introduction' },
    { from: 65, title: 'While' },
  ]);
  expect(text).toBe('What a loop is.\n\nHave fun.');
});

test('hours, brackets, bullets and Arabic digits are read, and titles stay as they were typed', () => {
  const { chapters } = chaptersOf('• (٠:٠٠) المقدّمة ١\n[12:30] الحلقات ٢\n1:02:03 | End 3', 0);
  expect(chapters).toEqual([
    { from: 0, title: 'المقدّمة ١' },
    { from: 750, title: 'الحلقات ٢' },
    { from: 3723, title: 'End 3' },
  ]);
});

test.each([
  ['one only', '0:00 Introduction'],
  ['none at the beginning', '0:10 One\n0:20 Two'],
  ['out of order', '0:00 One\n2:00 Two\n1:00 Three'],
  ['twice the same', '0:00 One\n1:00 Two\n1:00 Three'],
  ['two beginnings', '0:00 One\n0:00 Two'],
  ['after the end of the video', '0:00 One\n20:00 Two'],
  ['no titles', '0:00\n1:00'],
  ['seconds that there are not', '0:00 One\n0:75 Two'],
  ['times within sentences', 'We meet at 0:00 sharp\nand at 1:00 again'],
])('a description with %s is a description', (_, description) => {
  expect(chaptersOf(description, 600)).toEqual({ chapters: [], text: description });
});
