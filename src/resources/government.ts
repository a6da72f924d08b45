import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { typeMaintainers } from './shared.ts';

const permissions = {
  // A finding names its rule to whoever files a plan: everyone reads the law.
  read: 'signedIn' as const,
  create: typeMaintainers,
  update: typeMaintainers,
  delete: typeMaintainers,
};

/** Laws, circulars, airspace orders and local rules, read at /governmentInformation. */
export const governmentResources: Resource[] = [
  {
    name: 'governmentDocument',
    schema: schemas.governmentDocument,
    path: '/governmentInformation/document',
    menu: { group: 'governmentInformation', order: 20, icon: 'FileProtectOutlined' },
    opens: { list: typeMaintainers },
    permissions,
    titleField: 'title',
    subtitleField: 'number',
    columns: ['title', 'number', 'kind', 'issuer', 'edition', 'effectiveFrom', 'effectiveTo', 'state'],
    search: ['title', 'titleEn', 'number', 'code'],
    sort: { field: 'title', order: 'asc' },
    details: [{ resource: 'documentArticle', field: 'document' }],
    form: {
      groups: [
        {
          label: { 'zh-Hans': '文件', en: 'Document' },
          fields: [
            'code',
            'title',
            'titleEn',
            'shortTitle',
            'shortTitleEn',
            'number',
            'numberEn',
            'kind',
            'issuer',
            'issuerEn',
          ],
        },
        {
          label: { 'zh-Hans': '版本', en: 'Version' },
          fields: ['edition', 'editionEn', 'effectiveFrom', 'effectiveTo', 'state', 'isSummary', 'remark'],
        },
      ],
      widgets: { remark: 'textarea' },
    },
  },
  {
    name: 'documentArticle',
    schema: schemas.documentArticle,
    path: '/governmentInformation/article',
    opens: { list: typeMaintainers },
    permissions,
    titleField: 'heading',
    subtitleField: 'number',
    columns: ['document', 'number', 'chapter', 'heading', 'text'],
    search: ['heading', 'headingEn', 'text', 'textEn'],
    sort: { field: 'order', order: 'asc' },
    attachments: false,
    form: { widgets: { text: 'textarea', textEn: 'textarea' } },
  },
];
