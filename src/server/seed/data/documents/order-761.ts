import type { DocumentRow } from './document-row.ts';

/** Order 761 in our own summary, as far as the product works by it. */
export const order761: DocumentRow = {
  document: {
    code: 'order761',
    title: '无人驾驶航空器飞行管理暂行条例',
    titleEn: 'Interim Regulation on the Management of Unmanned Aircraft Flights',
    shortTitle: '无人驾驶航空器飞行管理暂行条例',
    shortTitleEn: 'Order 761',
    number: '国务院、中央军委令第761号',
    numberEn: 'Order No. 761 of the State Council and the Central Military Commission',
    issuer: '国务院、中央军事委员会',
    issuerEn: 'State Council and Central Military Commission',
    kind: 'law',
    edition: '2023 年公布',
    editionEn: 'As issued in 2023',
    effectiveFrom: '2024-01-01',
    state: 'valid',
    isSummary: true,
  },
  chapters: [
    {
      chapter: '第三章 空域和飞行活动管理',
      chapterEn: 'Chapter 3 Airspace and flights',
      articles: [
        [
          19,
          '管制空域与适飞空域',
          'Controlled and suitable airspace',
          '真高 120 米以上、空中禁区和限制区及其周边、机场和边境一侧一定范围、重要设施上空等为无人驾驶航空器管制空域，未经批准不得飞行；其余为微型、轻型、小型无人驾驶航空器的适飞空域。',
          'Above 120 m above ground, prohibited and restricted areas and their surroundings, around aerodromes and along the border, over important facilities and so on, airspace is controlled for unmanned aircraft and closed without approval; the rest is suitable for micro, light and small ones.',
        ],
        [
          20,
          '临时管制空域的公布',
          'Publication of temporary controlled airspace',
          '重大活动，在生效 24 小时前公告；军事、反恐、抢险、救护等紧急任务，在生效 30 分钟前紧急公告；同时发布航行情报。',
          'For major events it is published 24 hours before it takes effect; for urgent tasks (military, counter-terrorism, disaster relief, medical) 30 minutes before; aeronautical information is issued as well.',
        ],
        [
          22,
          '隔离飞行与融合飞行',
          'Segregated and mixed flight',
          '无人驾驶航空器通常与有人驾驶航空器隔离飞行；经批准可以融合飞行，其中取得适航许可的中型、小型以及适飞空域上方的轻型不超过真高 300 米。',
          'Unmanned aircraft normally fly apart from manned ones. Mixed flight needs approval; certified medium ones, small ones, and light ones above suitable airspace stay within 300 m above ground.',
        ],
        [
          26,
          '飞行活动的申请与批复时限',
          'Time limits for a flight',
          '拟飞行前 1 日 12 时前申请，21 时前批复。在固定空域内常态飞行的，可以申请长期飞行活动，批准后在前 1 日 12 时前报备次日计划。',
          'Filed by 12:00 on the day before and decided by 21:00. Routine flights in fixed airspace may be approved for long; the plan of the next day is then filed by 12:00.',
        ],
        [
          27,
          '飞行活动申请的内容',
          'Contents of an application',
          '共十三项：组织者、操控人员及资质；航空器类型、数量、性能和登记；任务性质、飞行方式和任务批准文件；起降和备降场地；通信方法；起止时刻；航线、高度、速度、范围和进出方法；控制链路频率；通信导航监视能力；应答机代码；应急程序；特殊保障；其他必要信息。',
          'Thirteen items: organiser, remote pilots and licences; type, number, performance and registration; nature and manner of the flight, with mission approval; take-off, landing and alternate sites; communications; start and end; route, height, speed, area, entry and exit; control-link frequency; communication, navigation and surveillance; transponder code; emergency procedures; special support; other information that is required.',
        ],
        [
          28,
          '飞行活动的批准权限',
          'Who approves a flight',
          '管制分区内，由分区批准；超出分区、在管制区内，由管制区批准；超出管制区，由国家空管领导机构授权的单位批准。',
          'Within a control sub-zone that unit; beyond it within a zone that of the zone; beyond a zone, the unit that the national leading body has authorised.',
        ],
        [
          29,
          '紧急任务的时限',
          'Urgent missions',
          '反恐、抢险救灾、医疗救护等紧急任务，计划起飞 30 分钟前申请，起飞 10 分钟前批复；特别紧急的随时申请。',
          'Urgent missions (counter-terrorism, disaster relief, medical) are filed at least 30 minutes before take-off and decided at least 10 minutes before it; especially urgent ones at any time.',
        ],
        [
          30,
          '起飞前报告与确认',
          'Readiness and confirmation',
          '获批的飞行，在计划起飞 1 小时前报告预计起飞时刻和准备情况，经确认后方可起飞。',
          'Of an approved flight the expected take-off time and readiness are reported at least one hour before; it takes off only after confirmation.',
        ],
        [
          31,
          '无需申请的飞行',
          'Flights that need no application',
          '微型、轻型、小型在适飞空域内的飞行，常规农用作业，警察、海关、应急管理部门在驻地上空真高 120 米以下的飞行等，无需申请；中继、投放物品、飞越人群、移动操控、集群飞行等除外。',
          'Micro, light and small aircraft in suitable airspace, usual agricultural work, and police, customs and emergency services over their own grounds below 120 m above ground need none; relay over networks, dropping objects, flying over crowds, control from a moving vehicle and swarms excepted.',
        ],
        [
          33,
          '避让规则',
          'Right of way',
          '避让有人驾驶航空器、无动力航空器以及地面、水上交通工具；单架避让集群；微型避让其他无人驾驶航空器。',
          'Unmanned aircraft give way to manned and unpowered ones and to vehicles and vessels; a single one to a swarm; a micro one to all others.',
        ],
      ],
    },
    {
      chapter: '第四章 监督管理和应急处置',
      chapterEn: 'Chapter 4 Supervision and emergencies',
      articles: [
        [
          40,
          '异常情况与安全问题报告',
          'Abnormal events are reported',
          '发生异常情况及时处置并服从指令；导致飞行安全问题的，在降落后 24 小时内报告。',
          'Abnormal situations are handled at once under the instructions of air traffic control; what endangers safety is reported within 24 hours after landing.',
        ],
      ],
    },
    {
      chapter: '第六章 附则',
      chapterEn: 'Chapter 6 Supplementary provisions',
      articles: [
        [
          62,
          '分类',
          'Classes',
          '微型：空机小于 0.25 千克，真高不超过 50 米，速度不超过 40 千米/小时；轻型：空机不超过 4 千克且最大起飞重量不超过 7 千克，速度不超过 100 千米/小时；小型：空机不超过 15 千克且最大起飞重量不超过 25 千克；中型：最大起飞重量不超过 150 千克；大型：超过 150 千克。',
          'Micro: empty below 0.25 kg, at most 50 m above ground and 40 km/h. Light: empty up to 4 kg and take-off mass up to 7 kg, at most 100 km/h. Small: up to 15 kg and 25 kg. Medium: take-off mass up to 150 kg. Large: above 150 kg.',
        ],
      ],
    },
  ],
};
