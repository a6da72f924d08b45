/** Every text that a page shows, without those that only a server says. */
const files = import.meta.glob<Record<string, string>>(
  [
    './*.zh-Hans.json',
    '../../../domain/text/locales/*.zh-Hans.json',
    '!../../../domain/text/locales/{abp,asterix-fields,asterix-items,backup,database,start}.zh-Hans.json',
  ],
  { eager: true, import: 'default' },
);

export const texts: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(files));
