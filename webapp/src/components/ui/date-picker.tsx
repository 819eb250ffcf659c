import { parseDate, type CalendarDate } from '@internationalized/date';
import { CalendarDays } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar';
import { DateInput, DatePicker as AriaDatePicker, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { inAcademyZone, today } from '@/lib/dates';
import { academyZone } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { Day } from './day';
import { ChevronBack, ChevronForward } from './direction-icons';

const fieldClass =
  'flex min-h-tap w-full items-center gap-2 rounded-base border border-line-strong bg-card ps-3 text-ink transition duration-200 hover:border-accent data-[disabled]:opacity-60 data-[focus-within]:border-accent data-[invalid]:border-danger';

export interface DatePickerProps {
  label: string;
  /** `2026-12-31`, whatever calendar is shown; empty for none. */
  value: string;
  onChange: (value: string) => void;
  min?: string;
  max?: string;
  error?: string;
  hint?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
}

const read = (value: string | undefined): CalendarDate | null => {
  try {
    return value ? parseDate(value) : null;
  } catch {
    return null;
  }
};

/** A date by keyboard or from a month's page, in the person's calendar, with the other calendar's date below. */
export function DatePicker({ label, value, onChange, min, max, error, hint, isRequired, isDisabled }: DatePickerProps) {
  const date = read(value);
  return (
    <AriaDatePicker
      value={date}
      // Where an empty field and its month begin.
      placeholderValue={parseDate(today())}
      onChange={(next) => onChange(next ? next.toString() : '')}
      minValue={read(min) ?? undefined}
      maxValue={read(max) ?? undefined}
      isInvalid={Boolean(error)}
      isRequired={isRequired}
      isDisabled={isDisabled}
      validationBehavior="aria"
      shouldForceLeadingZeros
      className="flex flex-col gap-1.5"
    >
      <Label className="text-sm font-semibold">{label}</Label>
      <Group className={fieldClass}>
        <DateInput className="flex min-w-0 flex-1 flex-wrap items-center py-1.5">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded px-0.5 tabular-nums outline-none data-[focused]:bg-action data-[focused]:text-on-action data-[placeholder]:text-muted"
            />
          )}
        </DateInput>
        <Button className="me-0.5 grid size-tap-inner shrink-0 place-items-center rounded-base text-muted hover:text-ink">
          <CalendarDays aria-hidden size={18} />
        </Button>
      </Group>
      {date && (
        <span className="text-xs">
          <Day both value={`${date.toString()}T12:00:00`} />
        </span>
      )}
      {hint && (
        <Text slot="description" className="text-sm text-muted">
          {hint}
        </Text>
      )}
      <FieldError className="text-sm font-medium text-danger">{error}</FieldError>
      <Popover className="fade-in card p-3 shadow-pop">
        <Dialog className="outline-none">
          <Month />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

const stepClass =
  'grid size-tap-inner place-items-center rounded-base text-muted hover:bg-sunken hover:text-ink disabled:opacity-60';

/**
 * Today is the academy's, as the days are. React Aria takes it from the device's zone, without a way to say another; its
 * cells know their calendar by this very object, so it is not copied.
 */
const inZone = (state: { timeZone: string } | null, { timeZone }: { timeZone?: string }) => {
  if (state && timeZone) state.timeZone = timeZone;
};

function Days() {
  const zone = useStore(academyZone);
  inZone(use(CalendarStateContext), inAcademyZone(zone));
  return (
    <CalendarGrid className="border-separate border-spacing-0.5">
      <CalendarGridHeader>
        {(day) => (
          <CalendarHeaderCell className="size-tap-inner text-xs font-semibold text-muted">{day}</CalendarHeaderCell>
        )}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(date) => (
          <CalendarCell
            date={date}
            className="grid size-tap-inner cursor-pointer place-items-center rounded-base text-sm tabular-nums outline-none hover:bg-sunken data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[focus-visible]:outline-2 data-[focus-visible]:outline-action data-[outside-month]:invisible data-[selected]:bg-action data-[selected]:text-on-action"
          />
        )}
      </CalendarGridBody>
    </CalendarGrid>
  );
}

function Month() {
  return (
    <Calendar>
      <div className="mb-2 flex items-center gap-2">
        <Button slot="previous" className={stepClass}>
          <ChevronBack size={18} />
        </Button>
        <Heading className="flex-1 text-center text-sm font-bold" />
        <Button slot="next" className={stepClass}>
          <ChevronForward size={18} />
        </Button>
      </div>
      <Days />
    </Calendar>
  );
}
