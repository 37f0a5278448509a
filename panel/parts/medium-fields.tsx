import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mediaQuery } from '../campaigns/taxonomy';
import { t } from '../texts/texts';

/** A medium, and the vendor within it. */
export interface MediumValues {
  readonly medium: string;
  /** Empty: none in particular. */
  readonly vendor: string;
}

interface MediumFieldsProps {
  readonly values: MediumValues;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (chosen: MediumValues) => void;
  readonly label: string;
  readonly description: string;
  readonly vendorDescription: string;
  /** Of the choice of no vendor. */
  readonly noVendor: string;
}

/** Chooses a medium, and a vendor where it has some. */
export function MediumFields(props: MediumFieldsProps) {
  const { values, problems, onChange, label, description, vendorDescription, noVendor } = props;
  const { data: media = [] } = useQuery(mediaQuery);
  const vendors = media.find(({ name }) => name === values.medium)?.vendors ?? [];
  return (
    <div className="pair">
      <NativeSelect
        label={label}
        description={description}
        data={media.map(toOption)}
        value={values.medium}
        error={problems['medium']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ medium: value, vendor: '' });
        }}
      />
      {vendors.length === 0 ? null : (
        <NativeSelect
          label={t('common.platform')}
          description={vendorDescription}
          data={[{ value: '', label: noVendor }, ...vendors.map(toOption)]}
          value={values.vendor}
          error={problems['vendor']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ medium: values.medium, vendor: value });
          }}
        />
      )}
    </div>
  );
}

const toOption = ({ name, label }: { readonly name: string; readonly label: string }) => ({
  value: name,
  label,
});
