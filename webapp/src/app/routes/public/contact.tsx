import { PageTitle } from '@/components/ui/page-title';
import { ContactDetails } from '@/features/site/components/contact-details';
import { ContactForm } from '@/features/site/components/contact-form';
import { PageIntro } from '@/features/site/components/page-intro';
import { useSiteInfo, useSitePages } from '@/features/site/components/site-context';
import { When } from '@/features/site/template';
import { AriaI18nProvider } from '@/i18n/aria-i18n-provider';

export function Component() {
  const { title, intro, form } = useSitePages().contact;
  const { contactForm } = useSiteInfo();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intro} />
      <div className="page grid items-start gap-10 py-12 desk:grid-cols-[1.4fr_1fr]">
        <When value={contactForm}>
          <section className="card flex flex-col gap-6 p-6 sm:p-8">
            <div className="flex flex-col gap-2">
              <h2 className="text-xl font-bold">
                <bdi>{form.heading}</bdi>
              </h2>
              <p className="text-muted">
                <bdi>{form.text}</bdi>
              </p>
            </div>
            <AriaI18nProvider>
              <ContactForm />
            </AriaI18nProvider>
          </section>
        </When>
        <ContactDetails />
      </div>
    </>
  );
}
