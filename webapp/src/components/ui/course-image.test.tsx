import { fireEvent, render } from '@testing-library/react';
import { element, elements } from '@/testing/dom';
import { CourseImage } from './course-image';

const sources = () => elements('source');
const images = () => elements('img');

test('a picture without its widths and formats is shown as it is, and a pattern where that fails too', () => {
  const { rerender } = render(<CourseImage image="/images/old.webp" seed="c1" />);
  expect(element('source')).toHaveAttribute('srcset', expect.stringContaining('/images/old-640.webp'));
  fireEvent.error(element('img'));
  expect(sources()).toEqual([]);
  expect(element('img')).toHaveAttribute('src', '/images/old.webp');
  fireEvent.error(element('img'));
  expect(images()).toEqual([]);
  expect(element('svg')).toBeInTheDocument();
  // Another picture is another try.
  rerender(<CourseImage image="/images/new.webp" seed="c1" />);
  expect(element('source')).toHaveAttribute('srcset', expect.stringContaining('/images/new-640.webp'));
});
