import { fireEvent, render } from '@testing-library/react';
import { CourseImage } from './course-image';

const imgOf = (container: HTMLElement) => container.querySelector('img');

test('a picture without its widths and formats is shown as it is, and a pattern where that fails too', () => {
  const { container, rerender } = render(<CourseImage image="/images/old.webp" seed="c1" />);
  expect(container.querySelector('source')).toHaveAttribute('srcset', expect.stringContaining('/images/old-640.webp'));
  fireEvent.error(imgOf(container) as HTMLElement);
  expect(container.querySelector('source')).toBeNull();
  expect(imgOf(container)).toHaveAttribute('src', '/images/old.webp');
  fireEvent.error(imgOf(container) as HTMLElement);
  expect(imgOf(container)).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
  // Another picture is another try.
  rerender(<CourseImage image="/images/new.webp" seed="c1" />);
  expect(container.querySelector('source')).toHaveAttribute('srcset', expect.stringContaining('/images/new-640.webp'));
});
