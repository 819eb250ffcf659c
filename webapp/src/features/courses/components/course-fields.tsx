import type { Control } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { FormTextField } from '@/components/ui/form-fields';
import { common } from '@/i18n/common-messages';
import type { CourseText } from '../api/courses';

/** Title 1 to 200 characters, description up to 20,000: the limits of the REST contract. */
export const courseSchema = z.object({
  title: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'too_long')),
  description: z.string().check(z.maxLength(20_000, 'too_long')),
});

export function CourseFields({ control }: { control: Control<CourseText> }) {
  const intl = useIntl();
  return (
    <>
      <FormTextField
        control={control}
        name="title"
        isRequired
        maxLength={200}
        autoComplete="off"
        label={intl.formatMessage(common.title)}
      />
      <FormTextField control={control} name="description" rows={5} label={intl.formatMessage(common.description)} />
    </>
  );
}
