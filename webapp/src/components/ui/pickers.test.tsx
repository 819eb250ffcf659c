import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { changeTheme, DEFAULT_THEME } from '@/lib/preferences';
import { academyZone } from '@/lib/site-settings';
import { axeProblems } from '@/testing/axe';
import { fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { Button } from './button';
import { ComboBox } from './combobox';
import { DatePicker } from './date-picker';
import { FileDrop, fits } from './file-drop';
import { SearchField } from './search-field';

afterEach(() => {
  vi.useRealTimers();
  act(() => {
    changeTheme(DEFAULT_THEME);
    academyZone.set('Asia/Riyadh');
  });
});

function Picking({ onSearch }: { onSearch?: (text: string) => void }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <ComboBox
        label="Learner"
        value={value}
        onChange={setValue}
        onSearch={onSearch}
        options={[
          { id: '1', name: 'أحمد علي', detail: 'ahmad@academy.example' },
          { id: '2', name: 'Sara' },
        ]}
      />
      <output>{value}</output>
    </>
  );
}

test('one of many is found by letters as Arabic readers compare them', async () => {
  const { user } = renderApp(<Picking />);
  await user.type(screen.getByRole('combobox', { name: 'Learner' }), 'احمد');
  expect(screen.queryByRole('option', { name: /Sara/ })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: /أحمد/ }));
  expect(screen.getByText('1')).toBeInTheDocument();
  expect(await axeProblems()).toEqual([]);
});

test('where the server is asked, what is typed is told and its answers are not filtered again', async () => {
  const onSearch = vi.fn();
  const { user } = renderApp(<Picking onSearch={onSearch} />);
  await user.type(screen.getByRole('combobox', { name: 'Learner' }), 'zz');
  expect(onSearch).toHaveBeenLastCalledWith('zz');
  expect(await screen.findByRole('option', { name: /Sara/ })).toBeInTheDocument();
});

test('a date is given in the ISO form, whatever calendar shows it', async () => {
  const onChange = vi.fn();
  const { user } = renderApp(<DatePicker label="Expiry date" value="2026-12-31" onChange={onChange} />);
  const day = () => screen.getByRole('spinbutton', { name: /^day/ });
  expect(day()).toHaveTextContent('31');
  expect(screen.getByText(/1448/)).toBeInTheDocument();
  act(() => day().focus());
  await user.keyboard('{ArrowDown}');
  expect(onChange).toHaveBeenLastCalledWith('2026-12-30');
  act(() => changeTheme({ calendar: 'islamic-umalqura' }));
  expect(screen.getByRole('spinbutton', { name: /^year/ })).toHaveTextContent('1448');
  act(() => day().focus());
  await user.keyboard('{ArrowUp}');
  expect(onChange.mock.lastCall?.[0]).toMatch(/^202[67]-\d\d-\d\d$/);
  expect(await axeProblems()).toEqual([]);
});

test('a day is chosen from the month’s page', async () => {
  const onChange = vi.fn();
  const { user } = renderApp(<DatePicker label="Expiry date" value="2026-12-31" onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: /Calendar/ }));
  await user.click(await screen.findByRole('button', { name: /15 December 2026/ }));
  expect(onChange).toHaveBeenLastCalledWith('2026-12-15');
});

test.each([
  ['Pacific/Auckland', 'Today, Wednesday, 16 December 2026'],
  ['Pacific/Honolulu', 'Today, Tuesday, 15 December 2026'],
])('today in the calendar is that of an academy in %s, whether a day is chosen or not', async (zone, today) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-15T23:30:00Z') });
  act(() => academyZone.set(zone));
  for (const value of ['', '2026-12-31']) {
    const { user, unmount } = renderApp(<DatePicker label="Expiry date" value={value} onChange={vi.fn()} />);
    await user.click(screen.getByRole('button', { name: /Calendar/ }));
    expect(await screen.findAllByRole('button', { name: /^Today/ })).toEqual([
      screen.getByRole('button', { name: today }),
    ]);
    if (!value) expect(screen.getByRole('button', { name: today })).toHaveFocus();
    unmount();
  }
});

test('files are chosen by a button, and those that do not fit are left out', async () => {
  const onFiles = vi.fn();
  renderApp(<FileDrop label="Drop a list" choose="Choose a file" accept={['.csv']} onFiles={onFiles} />);
  const csv = new File(['a'], 'People.CSV');
  fireEvent.change(fileInput(), { target: { files: [new File(['b'], 'b.png'), csv] } });
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([csv]);
  expect(await axeProblems()).toEqual([]);
});

test.each([
  ['clip.mp4', 'video/mp4', ['video/*'], true],
  ['clip.mp4', 'video/mp4', ['image/*', '.mov'], false],
  ['clip.MOV', '', ['.mov'], true],
  ['any', '', [], true],
] as const)('%s (%s) against %j', (name, type, accept, expected) => {
  expect(fits(new File([], name, { type }), accept)).toBe(expected);
});

test('a search is emptied by its button', async () => {
  const onChange = vi.fn();
  const { user } = renderApp(<SearchField label="Search" value="photo" onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(onChange).toHaveBeenLastCalledWith('');
});

test('a loading button does nothing, says so, and keeps the focus', async () => {
  const onPress = vi.fn();
  const { user } = renderApp(
    <Button loading onPress={onPress}>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: /Save/ });
  await user.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  expect(await axeProblems()).toEqual([]);
});
