import { act, render, screen } from '@testing-library/react';
import { useListTop } from './use-list-top';

function List({ page, still }: { page: number; still?: boolean }) {
  return (
    <div ref={useListTop<HTMLDivElement>(page, { still })} data-testid="list">
      {page}
    </div>
  );
}

function show(top: number) {
  const view = render(<List page={0} />);
  const list = screen.getByTestId('list');
  const scrolled = vi.fn();
  list.scrollIntoView = scrolled;
  vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 2000));
  return {
    list,
    scrolled,
    turn: (page: number, still = false) => act(() => view.rerender(<List page={page} still={still} />)),
  };
}

test('the next page begins at the list’s first row', () => {
  const { scrolled, turn } = show(-1500);
  turn(1);
  expect(scrolled).toHaveBeenCalledOnce();
  turn(1);
  expect(scrolled).toHaveBeenCalledOnce();
});

test('nothing moves where the first row is in sight, nor on the way back', () => {
  const { list, scrolled, turn } = show(300);
  turn(1);
  expect(scrolled).not.toHaveBeenCalled();
  vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -1500, 100, 2000));
  turn(0, true);
  expect(scrolled).not.toHaveBeenCalled();
});
