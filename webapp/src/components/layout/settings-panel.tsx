import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { defineMessages } from '@/i18n/define-messages';
import { changeTheme, DEFAULT_THEME, type MenuMode } from '@/lib/preferences';
import { ColourChoices, MenuChoices, ReadingChoices } from './look-choices';

const messages = defineMessages({
  title: { id: 'settings.title', defaultMessage: 'Settings' },
  reset: { id: 'settings.reset', defaultMessage: 'Reset to defaults' },
});

/** The look of the app, chosen for this person in this browser (section 2 of the specification). */
export function SettingsPanel({
  isOpen,
  onOpenChange,
  mode = 'horizontal',
}: {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  /** The area's default menu mode. */
  mode?: MenuMode;
}) {
  const intl = useIntl();
  return (
    <Drawer side="end" title={intl.formatMessage(messages.title)} isOpen={isOpen} onOpenChange={onOpenChange}>
      <ColourChoices />
      <MenuChoices own={mode} />
      <ReadingChoices />
      <Button variant="secondary" size="small" className="self-start" onPress={() => changeTheme(DEFAULT_THEME)}>
        {intl.formatMessage(messages.reset)}
      </Button>
    </Drawer>
  );
}
