import type { MessageGateway } from '#domain/record/records.gen.ts';

/** Where messages go until an administrator sets up a line: a folder, from which others fetch them. */
export const messageGateways: MessageGateway[] = [
  {
    name: '默认目录',
    nameEn: 'Default folder',
    kind: 'directory',
    address: 'messages/aftn',
    direction: 'both',
    isEnabled: true,
    acknowledges: false,
    remark: '发出的电报在 out 中，放入 in 的电报会被接收。',
  },
];
