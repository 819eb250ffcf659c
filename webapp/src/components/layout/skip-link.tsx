import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ skip: { id: 'layout.skip', defaultMessage: 'Skip to the content' } });

export function SkipLink() {
  const intl = useIntl();
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-[70] focus:rounded-base focus:bg-action focus:px-4 focus:py-2 focus:text-on-action"
    >
      {intl.formatMessage(messages.skip)}
    </a>
  );
}
