import { useState } from 'react';
import { SettingsPanel } from '@/components/layout/settings-panel';
import { Button } from '@/components/ui/button';
import { LanguageSwitch } from '@/components/ui/language-switch';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { DataSection } from './ui-data';
import { FeedbackSection } from './ui-feedback';
import { FieldsSection } from './ui-fields';
import { LanguageSection } from './ui-language';
import { OverlaysSection } from './ui-overlays';

/** The design system on one page, in development only: every component with its states. */
export function Component() {
  const [settings, setSettings] = useState(false);
  return (
    <>
      <header className="sticky top-0 z-40 border-b border-line bg-card">
        <div className="page flex min-h-14 flex-wrap items-center gap-2">
          <h1 className="me-auto text-lg font-bold">Design system</h1>
          <LanguageSwitch />
          <ThemeSwitch />
          <Button variant="secondary" size="small" onPress={() => setSettings(true)}>
            Settings
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page flex flex-col gap-10 py-8 outline-none">
        <FieldsSection />
        <DataSection />
        <OverlaysSection />
        <FeedbackSection />
        <LanguageSection />
      </main>
      <SettingsPanel isOpen={settings} onOpenChange={setSettings} />
    </>
  );
}
