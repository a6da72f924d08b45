import type { ParameterRow } from './parameter-row.ts';

const ours = '本系统约定';

/** Orders in rooms that wait to be acknowledged, and how long the records of rooms are kept. */
export const coordinationParameters: ParameterRow[] = [
  [
    'message.orderAcknowledgeS',
    '协调指令确认时限',
    'Time to acknowledge an order in a room',
    'integer',
    '60',
    's',
    ours,
    '协调会话中的指令和通报未指明时限时，接收人应在此时间内确认；超时响铃提醒。',
    'Receivers of an order or information in a room acknowledge it within this time where the sender names none; then it sounds.',
  ],
  [
    'message.orderEscalateS',
    '协调指令逾期升级',
    'Escalation of an overdue order in a room',
    'integer',
    '30',
    's',
    ours,
    '响铃后仍未确认，经此时间转给下一接收人；未指明时转给会话中的值班领导。',
    'Seconds after it sounded until it goes to the next receiver; where none is named, to the supervisor on duty in the room.',
  ],
  [
    'retention.chatDays',
    '协调会话留存',
    'Messages in rooms kept',
    'integer',
    '1095',
    'd',
    ours,
    '会话结束后，或未结束会话中的消息发出后保留的天数，到期彻底删除；0 表示一直保留。',
    'Days after a room was closed, or after a message in an open one, then they are deleted for good; 0: kept for ever.',
  ],
];
