import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { addToast, removeToastGroup } from '@/lib/toast';

const messages = defineMessages({
  rightClick: { id: 'copyGuard.rightClick', defaultMessage: 'Right-click is switched off here.' },
  save: { id: 'copyGuard.save', defaultMessage: 'Saving the page is switched off here.' },
  tools: { id: 'copyGuard.tools', defaultMessage: 'The developer tools are switched off here.' },
});

const NOTICE_MS = 2000;
const GROUP = 'copy-guard';

/**
 * The copy protection of section 9: right-click (also as a long press, or as a click with Control on a Mac), Ctrl/Cmd+S
 * and F12 only show a notice for 2 s. The context menu still opens by keyboard, and in fields, where people paste and
 * correct.
 */
export function CopyGuard() {
  const intl = useIntl();
  useEffect(() => {
    const refuse = (event: Event, message: keyof typeof messages) => {
      event.preventDefault();
      removeToastGroup(GROUP);
      addToast({ severity: 'warn', group: GROUP, detail: intl.formatMessage(messages[message]), life: NOTICE_MS });
    };
    // Browsers do not say what opened a context menu; of a long press they say the button of a key press.
    let byPointer = false;
    const onPointerDown = () => (byPointer = true);
    const onContextMenu = (event: MouseEvent) => {
      const editable = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
      if ((byPointer || event.button === 2) && !editable) refuse(event, 'rightClick');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      // Control alone belongs to the click that follows.
      if (event.key !== 'Control') byPointer = false;
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyS') refuse(event, 'save');
      else if (event.key === 'F12') refuse(event, 'tools');
    };
    document.addEventListener('pointerdown', onPointerDown, { capture: true });
    document.addEventListener('contextmenu', onContextMenu);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, { capture: true });
      document.removeEventListener('contextmenu', onContextMenu);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [intl]);
  return null;
}
