import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { nobody } from './shared.ts';

const byService = { read: nobody, create: nobody, update: nobody, delete: nobody };

/** Meetings, who comes, their minutes and tasks: written by the Meeting service only (server/features/meetings). */
export const meetingResources: Resource[] = [
  {
    name: 'meeting',
    schema: schemas.meeting,
    path: '/coordination/meeting',
    // Whoever is invited reads it and brings papers; everything else is a call of the service.
    permissions: { read: ['Pages.Chat'], create: nobody, update: ['Pages.Chat'], delete: nobody },
    scope: { people: 'people' },
    titleField: 'title',
    subtitleField: 'startTime',
    columns: ['startTime', 'title', 'state', 'place', 'convenorName', 'minutesNumber'],
    search: ['title', 'place', 'convenorName'],
    sort: { field: 'startTime', order: 'desc' },
    attachments: { kinds: [{ name: 'paper', label: { 'zh-Hans': '会议材料', en: 'Paper' } }] },
    readOnly: true,
  },
  {
    name: 'meetingPerson',
    schema: schemas.meetingPerson,
    path: '/coordination/meetingPerson',
    permissions: byService,
    titleField: 'userName',
    columns: ['meeting', 'userName', 'answer', 'answerReason', 'present'],
    search: ['userName'],
    attachments: false,
    readOnly: true,
  },
  {
    name: 'meetingMinutes',
    schema: schemas.meetingMinutes,
    path: '/coordination/meetingMinutes',
    permissions: byService,
    titleField: 'submittedName',
    subtitleField: 'submittedAt',
    columns: ['meeting', 'number', 'state', 'submittedName', 'submittedAt', 'decidedAt'],
    search: ['submittedName'],
    sort: { field: 'submittedAt', order: 'desc' },
    form: { hidden: ['content'] },
    attachments: false,
    readOnly: true,
  },
  {
    name: 'meetingTask',
    schema: schemas.meetingTask,
    path: '/coordination/meetingTask',
    permissions: byService,
    titleField: 'text',
    subtitleField: 'ownerName',
    columns: ['meeting', 'text', 'ownerName', 'due', 'state', 'doneAt'],
    search: ['text', 'ownerName'],
    sort: { field: 'due', order: 'asc' },
    attachments: false,
    readOnly: true,
  },
];
