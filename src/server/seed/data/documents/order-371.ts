import type { DocumentRow } from './document-row.ts';

/** Order 371 in our own summary, as far as the product works by it. */
export const order371: DocumentRow = {
  document: {
    code: 'order371',
    title: '通用航空飞行管制条例',
    titleEn: 'Regulation on Air Traffic Control of General Aviation',
    shortTitle: '通用航空飞行管制条例',
    shortTitleEn: 'Order 371',
    number: '国务院、中央军委令第371号',
    numberEn: 'Order No. 371 of the State Council and the Central Military Commission',
    issuer: '国务院、中央军事委员会',
    issuerEn: 'State Council and Central Military Commission',
    kind: 'law',
    edition: '2003 年公布',
    effectiveFrom: '2003-05-01',
    state: 'valid',
    isSummary: true,
  },
  chapters: [
    {
      chapter: '第二章 飞行空域的划设与使用',
      chapterEn: 'Chapter 2 Establishing and using airspace',
      articles: [
        [
          7,
          '临时飞行空域的申请内容',
          'What an application for temporary airspace contains',
          '需要临时飞行空域的，向飞行管制部门申请，写明水平范围和高度、进出方法、使用时间、飞行活动性质和其他事项。',
          'Whoever needs temporary airspace applies to the air traffic control unit and states its horizontal extent and heights, how it is entered and left, the time of use, the nature of the activity and other matters.',
        ],
        [
          8,
          '临时飞行空域的批准权限',
          'Who approves temporary airspace',
          '按范围确定批准单位：机场区域内，由该机场飞行管制部门批准；超出机场区域、在飞行管制分区内，由分区批准；超出分区、在飞行管制区内，由管制区批准；跨飞行管制区，由空军批准。批准单位报上一级备案并通报有关单位。',
          'The extent decides: inside an aerodrome area, the control unit of that aerodrome; beyond it within a control sub-zone, that of the sub-zone; beyond that within a control zone, that of the zone; across zones, the Air Force. The approving unit reports to the next higher one and informs the others.',
        ],
        [
          9,
          '临时飞行空域的申请与批复时限',
          'Time limits for temporary airspace',
          '最迟在拟使用 7 个工作日前申请；批准单位最迟在拟使用 3 个工作日前决定并通知申请人。',
          'Applied for at least seven working days before use; decided, and the applicant informed, at least three working days before use.',
        ],
        [
          10,
          '使用期限、延期和撤销',
          'Validity, extension and end',
          '临时飞行空域的使用期限通常不超过 12 个月；需要延长的，经原批准单位同意；任务完成后及时报告，空域即行撤销。',
          'Normally valid for no more than twelve months; extended with the consent of the approving unit; reported when the task is complete, upon which the airspace is withdrawn.',
        ],
        [
          11,
          '他人使用已划设的空域',
          'Use by others',
          '其他单位、个人需要使用已划设的临时飞行空域的，须经原批准单位同意。',
          'Others may use temporary airspace that exists with the consent of the unit that approved it.',
        ],
      ],
    },
    {
      chapter: '第三章 飞行活动的管理',
      chapterEn: 'Chapter 3 Management of flights',
      articles: [
        [
          12,
          '飞行前申请计划',
          'A plan is filed before flight',
          '实施飞行前，向当地飞行管制部门提出飞行计划申请，按权限批准后方可实施。',
          'Before a flight its plan is filed with the local air traffic control unit; it is flown only once it has been approved.',
        ],
        [
          13,
          '飞行计划申请的内容',
          'Contents of a plan',
          '应包括：飞行单位；任务性质；机长姓名、呼号和空勤组人数；航空器型别和架数；通信联络方法和二次雷达应答机代码；起飞、降落和备降机场；预计开始、结束时间；气象条件；航线、高度和范围；其他特殊保障需求。',
          'Operator; nature of the mission; name and callsign of the pilot in command and number of crew; type and number of aircraft; communications and SSR code; aerodromes of departure, destination and alternate; expected start and end; weather conditions; route, height and area; special support needed.',
        ],
        [
          14,
          '须提交任务批准文件的情形',
          'When a mission approval is attached',
          '下列飞行须随计划提交有效的任务批准文件：飞出或飞入领空（公务飞行除外）；进入空中禁区或国（边）界我方一侧 10 公里内；航空物探或航空摄影；飞越领海（海岸）线以外；外国航空器或外国人使用我国航空器。',
          'A valid mission approval is attached for: leaving or entering national airspace (business flights excepted); prohibited areas, or within 10 km of the border on our side; geophysical survey or aerial photography; flight beyond the territorial sea or coast line; foreign aircraft, or foreigners flying Chinese aircraft.',
        ],
        [
          15,
          '飞行计划的批准权限',
          'Who approves a plan',
          '使用机场飞行空域、航路、航线的，由当地飞行管制部门批准或上报批准；使用临时飞行空域、临时航线的，按机场区域、管制分区、管制区逐级批准，超出管制区的由空军批准。',
          'Within aerodrome airspace, routes and lines: the local control unit, or its superior through it. In temporary airspace or on temporary routes: by extent, from the aerodrome area over sub-zone and zone to the Air Force.',
        ],
        [
          16,
          '计划的申请与批复时限',
          'Time limits for a plan',
          '拟飞行前 1 日 15 时前申请，21 时前批复。紧急救护、抢险救灾、人工影响天气等紧急任务，最迟在拟飞行 1 小时前申请，拟起飞 15 分钟前批复。',
          'Filed by 15:00 on the day before and decided by 21:00. Urgent missions (rescue, disaster relief, weather modification and others): filed at least one hour before flight and decided at least 15 minutes before departure.',
        ],
        [
          17,
          '短期飞行计划',
          'Short-term plan',
          '在划设的临时飞行空域内，可以一并申请 15 日以内的短期飞行计划，不再逐日申请；但每日飞行开始前和结束后须及时报告。',
          'Within temporary airspace a plan for up to 15 days may be filed together with it, so that no day is filed by itself; but each day is reported before it begins and after it ends.',
        ],
        [
          18,
          '临时航线转场飞行',
          'Transit on a temporary route',
          '使用临时航线转场的，拟飞行 2 日前申请，飞行管制部门在前 1 日 18 时前批复并通报有关单位。',
          'A transit on a temporary route is filed two days before the flight; it is decided by 18:00 on the day before, and the units concerned are informed.',
        ],
        [
          19,
          '责令改正或停止飞行',
          'Order to correct or to stop',
          '对违反飞行管制规定的航空器，飞行管制部门可以责令改正或者停止其飞行。',
          'Air traffic control may order an aircraft that breaks the rules to correct it, or to stop its flight.',
        ],
      ],
    },
    {
      chapter: '第四章 飞行保障',
      chapterEn: 'Chapter 4 Support of flights',
      articles: [
        [
          22,
          '按计划实施并报告动态',
          'Fly by the plan and report',
          '制定安全措施，严格按照批准的飞行计划组织实施，并按要求报告飞行动态。',
          'Whoever organises flights takes safety measures, keeps strictly to the approved plan, and reports flight movements as required.',
        ],
        [
          29,
          '机长的最后决定',
          'The pilot in command decides',
          '能否起飞、着陆和飞行，由机长根据适航标准和气象条件等最终确定并负责。',
          'Whether to take off, land or go on is finally decided by the pilot in command, by airworthiness and weather, who answers for it.',
        ],
      ],
    },
    {
      chapter: '第五章 升放和系留气球的规定',
      chapterEn: 'Chapter 5 Balloons',
      articles: [
        [
          34,
          '升放自由气球的时限',
          'Time limits for free balloons',
          '拟升放 2 日前持批准文件申请，飞行管制部门在拟升放 1 日前批复。',
          'Applied for with its approval two days before release; decided one day before.',
        ],
        [
          37,
          '系留气球',
          'Tethered balloons',
          '系留须牢固。高度不超过地面 150 米（低于 50 米范围内建筑物顶部的除外）；超过 50 米的，须有快速放气装置并设识别标志。',
          'Securely tethered. No higher than 150 m above ground, except below the top of a building within 50 m; above 50 m it needs a rapid-deflation device and markings.',
        ],
      ],
    },
    {
      chapter: '第六章 法律责任',
      chapterEn: 'Chapter 6 Liability',
      articles: [
        [
          41,
          '违规飞行的处罚',
          'Penalties',
          '未经批准飞行、不按批准的计划飞行、不及时报告或漏报飞行动态、未经批准飞入限制区或危险区的，责令改正、警告；情节严重的，罚款 2 万元以上 10 万元以下，并可责令停飞 1 至 3 个月、暂扣直至吊销许可证或执照。',
          'For flying without approval, not by the approved plan, late or missing reports of movements, or entering restricted or danger areas without approval: correction and warning; in serious cases a fine of 20,000 to 100,000 RMB, and suspension for one to three months up to revocation of licences.',
        ],
      ],
    },
  ],
};
