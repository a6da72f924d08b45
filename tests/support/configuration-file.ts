import { configurationFormat, configurationVersion, signConfiguration } from '#domain/configuration/file.ts';
import { type ConfigurationItem, configurationSections } from '#domain/configuration/item.ts';

/** A configuration file as another installation would export it. */
export function signedFile(items: ConfigurationItem[], version = configurationVersion): string {
  const file = signConfiguration(
    {
      format: configurationFormat,
      version,
      installation: 'Other',
      productVersion: '0.0.0',
      madeAt: '2026-11-01T00:00:00.000Z',
      madeBy: 'Tester',
      sections: [...configurationSections],
      items,
    },
    new Uint8Array(32).fill(7),
  );
  return JSON.stringify(file);
}
