/** Every text that a page shows, without those that only a server says. */
const files = import.meta.glob<Record<string, string>>(
  [
    './*.en.json',
    '../../../domain/text/locales/*.en.json',
    '!../../../domain/text/locales/{abp,asterix-fields,asterix-items,backup,database,start}.en.json',
  ],
  { eager: true, import: 'default' },
);

export const texts: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(files));
