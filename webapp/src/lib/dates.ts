/** `2026-12-31` of a moment, in this browser's zone: what a date input takes. */
export function toDateInput(moment: Date | string): string {
  const date = new Date(moment);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setMonth(moved.getMonth() + months);
  return moved;
}
