import type { Label } from '#domain/text/label.ts';

/** The parts of a configuration that an administrator chooses between, in the order in which they are applied. */
export const configurationSections = [
  'dictionaries',
  'schema',
  'parameters',
  'roles',
  'flows',
  'dashboards',
] as const;
export type ConfigurationSection = (typeof configurationSections)[number];

export const isSection = (value: unknown): value is ConfigurationSection =>
  configurationSections.some((one) => one === value);

/**
 * One thing that is moved as a whole. It has no ids, because they differ between installations. Its key, and what its values
 * refer to:
 * - dictionaries: the dictionary's code; its items by their code
 * - schema: `type.field` of an added field, the name of an added record type; record types by name, dictionaries by code
 * - parameters: the parameter's key
 * - roles: the role's name; permissions and record types by name
 * - flows: the flow's name; roles by name, organization units by display name, or by code where several have that name;
 *   users are left out
 * - dashboards: the dashboard's name; roles and organization units as in flows
 */
export interface ConfigurationItem {
  section: ConfigurationSection;
  key: string;
  label: Label;
  values: Record<string, unknown>;
  /** Of a flow: users that its steps name. They are not part of the file. */
  usersLeftOut?: number;
}

/** Names an item within a configuration. */
export const itemId = ({ section, key }: Pick<ConfigurationItem, 'section' | 'key'>): string =>
  `${section}:${key}`;

/** Parameters that hold a secret. Today no parameter does; one that is added later under such a name stays here. */
export const isSecretParameter = (key: string): boolean => /password|secret|token|credential/i.test(key);
