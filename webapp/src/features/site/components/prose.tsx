import { useIntl, type MessageDescriptor } from 'react-intl';
import { useSiteInfo } from './site-context';

/** Headed paragraphs; `{name}` in a text is the academy's. */
export function Prose({
  sections,
}: {
  sections: readonly (readonly [title: MessageDescriptor, ...texts: MessageDescriptor[]])[];
}) {
  const intl = useIntl();
  const { name } = useSiteInfo();
  return (
    <div className="page py-10">
      <div className="flex max-w-3xl flex-col gap-8">
        {sections.map(([title, ...texts]) => (
          <section key={title.id} className="flex flex-col gap-3">
            <h2 className="text-xl font-bold">{intl.formatMessage(title, { name })}</h2>
            {texts.map((text) => (
              <p key={text.id} className="text-muted">
                {intl.formatMessage(text, { name })}
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
