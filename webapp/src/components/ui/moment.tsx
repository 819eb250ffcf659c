import { FormattedDate } from 'react-intl';

/** A point in time, to the minute. */
export function Moment({ value }: { value: string }) {
  return (
    <time dateTime={value} className="whitespace-nowrap">
      <FormattedDate value={value} dateStyle="medium" timeStyle="short" />
    </time>
  );
}
