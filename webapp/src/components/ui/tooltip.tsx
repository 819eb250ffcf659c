import type { ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { OverlayArrow, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import type { ComponentProps } from 'react';

export interface TooltipProps {
  text: string;
  placement?: 'top' | 'bottom' | 'start' | 'end';
  /** Whether the child is a React Aria component; any other focusable child is wrapped. */
  aria?: boolean;
  children: ReactNode;
}

/** A text shown when the child is hovered or focused; at most 12.5rem wide (section 9). */
export function Tooltip({ text, placement = 'top', aria = false, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={100}>
      {aria ? children : <Focusable>{children as ComponentProps<typeof Focusable>['children']}</Focusable>}
      <AriaTooltip
        placement={placement}
        offset={8}
        className="fade-in pointer-events-none max-w-(--tooltip-width) rounded-base bg-ink px-2.5 py-1.5 text-sm text-bg shadow-pop"
      >
        <OverlayArrow className="group">
          <svg
            aria-hidden="true"
            width={8}
            height={8}
            viewBox="0 0 8 8"
            className="block fill-ink group-data-[placement=bottom]:rotate-180 group-data-[placement=left]:-rotate-90 group-data-[placement=right]:rotate-90"
          >
            <path d="M0 0 L4 4 L8 0" />
          </svg>
        </OverlayArrow>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
