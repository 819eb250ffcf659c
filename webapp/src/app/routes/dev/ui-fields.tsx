import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ButtonSize, ButtonVariant } from '@/components/ui/button-styles';
import { Checkbox } from '@/components/ui/checkbox';
import { ComboBox } from '@/components/ui/combobox';
import { DatePicker } from '@/components/ui/date-picker';
import { FileDrop } from '@/components/ui/file-drop';
import { PasswordField } from '@/components/ui/password-field';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { Row, Section } from './ui-section';

const VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const SIZES: ButtonSize[] = ['small', 'normal', 'large'];
const PEOPLE = ['سارة القحطاني', 'خالد المطيري', 'Mona Adel'].map((name, index) => ({
  id: `${index}`,
  name,
  detail: `person${index}@academy.example`,
}));

export function FieldsSection() {
  const [text, setText] = useState('');
  const [password, setPassword] = useState('Abc12');
  const [search, setSearch] = useState('photo');
  const [role, setRole] = useState<'a' | 'b'>('a');
  const [person, setPerson] = useState<string | null>(null);
  const [date, setDate] = useState('2026-12-31');
  const [files, setFiles] = useState<string[]>([]);
  return (
    <>
      <Section title="Buttons">
        {SIZES.map((size) => (
          <Row key={size} title={size}>
            {VARIANTS.map((variant) => (
              <Button key={variant} size={size} variant={variant}>
                {variant}
              </Button>
            ))}
          </Row>
        ))}
        <Row title="States">
          <Button loading>Loading</Button>
          <Button isDisabled>Disabled</Button>
        </Row>
      </Section>
      <Section title="Fields">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Name" value={text} onChange={setText} hint="A hint stands below." isRequired />
          <TextField label="E-mail" type="email" value="not an address" onChange={setText} error="This is no address" />
          <PasswordField label="New password" value={password} onChange={setPassword} feedback />
          <Select
            label="Role"
            value={role}
            options={[
              ['a', 'Learner'],
              ['b', 'Manager'],
            ]}
            onChange={setRole}
          />
          <ComboBox label="Learner" options={PEOPLE} value={person} onChange={setPerson} />
          <DatePicker label="Expiry date" value={date} onChange={setDate} min="2026-01-01" />
          <SearchField label="Search" value={search} onChange={setSearch} />
          <TextField label="About" value={text} onChange={setText} rows={3} />
        </div>
        <Row title="Choices">
          <Checkbox defaultSelected>Chosen</Checkbox>
          <Checkbox>Not chosen</Checkbox>
          <Checkbox isDisabled>Disabled</Checkbox>
        </Row>
        <FileDrop
          label="Drop a list of learners here"
          choose="Choose a file"
          accept={['.csv', 'text/csv']}
          onFiles={(chosen) => setFiles(chosen.map(({ name }) => name))}
          hint={<bdi>{files.join(', ') || 'CSV'}</bdi>}
        />
      </Section>
    </>
  );
}
