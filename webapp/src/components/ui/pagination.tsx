import { memo } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { ChevronBack, ChevronForward } from './direction-icons';
import { IconButton } from './icon-button';
import { Select } from './select';

const messages = defineMessages({
  label: { id: 'pagination.label', defaultMessage: 'Pages' },
  range: { id: 'pagination.range', defaultMessage: '{from}–{to} of {total}' },
  rangeOpen: { id: 'pagination.range.open', defaultMessage: '{from}–{to}' },
  previous: { id: 'pagination.previous', defaultMessage: 'Previous page' },
  next: { id: 'pagination.next', defaultMessage: 'Next page' },
  size: { id: 'pagination.size', defaultMessage: 'Rows per page' },
});

export interface PaginationProps {
  /** From 0. */
  page: number;
  pageSize: number;
  /** Rows on this page. */
  shown: number;
  /** The length of the whole list, if the server returns it. */
  total?: number;
  /** Undefined if there is none: a list with cursors knows only its next page. */
  onPrevious?: () => void;
  onNext?: () => void;
  pageSizes?: readonly number[];
  onPageSize?: (size: number) => void;
}

/** The position in a list, and the buttons for the previous and next page. */
export const Pagination = memo(function Pagination(props: PaginationProps) {
  const { page, pageSize, shown, total, onPrevious, onNext, pageSizes = [25, 50, 100], onPageSize } = props;
  const intl = useIntl();
  const number = (value: number) => intl.formatNumber(value);
  const from = number(shown === 0 ? 0 : page * pageSize + 1);
  const to = number(page * pageSize + shown);
  return (
    <nav aria-label={intl.formatMessage(messages.label)} className="flex flex-wrap items-end justify-end gap-3 text-sm">
      {onPageSize && (
        <div className="me-auto">
          <Select
            label={intl.formatMessage(messages.size)}
            value={String(pageSize)}
            options={pageSizes.map((size) => [String(size), number(size)] as const)}
            onChange={(size) => onPageSize(Number(size))}
          />
        </div>
      )}
      {/* Beside the select, not beside it and its label. */}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span aria-live="polite" className="text-muted tabular-nums">
          {total === undefined
            ? intl.formatMessage(messages.rangeOpen, { from, to })
            : intl.formatMessage(messages.range, { from, to, total: number(total) })}
        </span>
        <div className="flex gap-1">
          <IconButton label={intl.formatMessage(messages.previous)} isDisabled={!onPrevious} onPress={onPrevious}>
            <ChevronBack size={18} />
          </IconButton>
          <IconButton label={intl.formatMessage(messages.next)} isDisabled={!onNext} onPress={onNext}>
            <ChevronForward size={18} />
          </IconButton>
        </div>
      </div>
    </nav>
  );
});
