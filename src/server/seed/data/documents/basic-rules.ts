import type { DocumentRow } from './document-row.ts';

/** The Flight Basic Rules in our own summary, as far as the product works by them. */
export const basicRules: DocumentRow = {
  document: {
    code: 'flightBasicRules',
    title: '中华人民共和国飞行基本规则',
    titleEn: "Flight Basic Rules of the People's Republic of China",
    shortTitle: '飞行基本规则',
    shortTitleEn: 'Flight Basic Rules',
    number: '国务院、中央军委令第288号',
    numberEn: 'Order No. 288 of the State Council and the Central Military Commission',
    issuer: '国务院、中央军事委员会',
    issuerEn: 'State Council and Central Military Commission',
    kind: 'law',
    edition: '2007 年第二次修订',
    editionEn: 'Second revision, 2007',
    effectiveFrom: '2007-11-22',
    state: 'valid',
    isSummary: true,
  },
  chapters: [
    {
      chapter: '第二章 空域管理',
      chapterEn: 'Chapter 2 Airspace',
      articles: [
        [
          12,
          '空域的种类',
          'Kinds of airspace',
          '空域通常分为机场飞行空域、航路、航线、空中禁区、限制区和危险区；需要时可以划设空中走廊、放油区和临时飞行空域。',
          'Aerodrome airspace, routes, lines, prohibited, restricted and danger areas; where needed also corridors, fuel-dumping areas and temporary airspace.',
        ],
        [
          14,
          '机场飞行空域与航路的间隔',
          'Aerodrome airspace stays away from routes',
          '机场飞行空域划设在航路和空中走廊以外；仪表（云中）飞行空域的边界距航路、空中走廊和其他空域边界不小于 10 公里。',
          'Aerodrome airspace lies outside routes and corridors; instrument airspace is at least 10 km from the edges of routes, corridors and other airspace.',
        ],
        [
          15,
          '航路的宽度',
          'Width of a route',
          '航路宽 20 公里，中心线两侧各 10 公里；受限的航段可以减少，但不小于 8 公里；航路有上限和下限。',
          'A route is 20 km wide, 10 km to each side of its centre line; where restricted it may be narrower, but not below 8 km. It has an upper and a lower limit.',
        ],
        [
          21,
          '空中走廊',
          'Corridors',
          '通常划设在机场密集的大、中城市附近；宽度通常 10 公里，受限时不小于 8 公里；须明确走向、宽度和高度。',
          'Normally near cities with several aerodromes; 10 km wide, not below 8 km; direction, width and heights are stated.',
        ],
        [
          23,
          '临时飞行空域与国境线',
          'Temporary airspace and the border',
          '国（边）境线我方一侧 10 公里以内上空禁止划设临时飞行空域；通用航空特殊需要的，另经批准。',
          'No temporary airspace within 10 km of the border on our side; for special needs of general aviation a separate approval is required.',
        ],
      ],
    },
    {
      chapter: '第三章 飞行管制',
      chapterEn: 'Chapter 3 Air traffic control',
      articles: [
        [
          35,
          '飞行须申请并批准',
          'Every flight is applied for and approved',
          '所有飞行预先申请，批准后方可实施；飞出、飞入领空和跨管制区的由空军批准，管制区内、分区内的由相应部门批准。',
          'Every flight is applied for beforehand and flown only once approved: by the Air Force across the frontier and between zones, otherwise by the unit of the zone or sub-zone.',
        ],
        [
          38,
          '按预定时间起飞',
          'Keep the planned time',
          '转场起飞和机场区域飞行的开始、结束均遵守预定时间；提前或推迟起飞须经上一级飞行管制部门许可。超过预定起飞时间 1 小时未起飞又未申请延期的，原申请失效。',
          'Start and end keep the planned time; an earlier or later take-off needs permission. A transit that is not airborne one hour after its planned take-off, with no delay requested, loses its application.',
        ],
      ],
    },
    {
      chapter: '第四章 机场区域内飞行',
      chapterEn: 'Chapter 4 Flight in aerodrome areas',
      articles: [
        [
          51,
          '起落航线',
          'Traffic circuit',
          '通常为左航线，高度 300 至 500 米；航空器间距离一般 1500 米以上，超越时从外侧、间隔不小于 200 米；加入须经许可并顺沿航线。',
          'Normally left-hand at 300 to 500 m; aircraft keep 1,500 m apart, overtake on the outside with at least 200 m, and join with permission along the circuit.',
        ],
        [
          54,
          '空域内飞行',
          'Flight within training airspace',
          '按规定的航线、高度和次序进出；一个空域同时只安排一至三批航空器，各批高度差通常 2000 米以上。',
          'Entered and left by the stated route, height and order; one to three groups at a time, normally at least 2,000 m apart in height.',
        ],
        [
          63,
          '起止与起降时间的报告',
          'Times are reported',
          '机场区域内飞行的开始、结束时间以及起飞、降落时间，及时报告上级飞行管制部门。',
          'Start and end of flying in an aerodrome area, and take-off and landing times, are reported upward at once.',
        ],
      ],
    },
    {
      chapter: '第五章 航路和航线飞行',
      chapterEn: 'Chapter 5 Flight on routes and lines',
      articles: [
        [
          71,
          '目视飞行的避让',
          'Right of way in visual flight',
          '同高度对头相遇各自向右、间隔 500 米以上；交叉相遇，左侧见他机下降、右侧见他机上升；超越从右侧、间隔 500 米以上；有动力让无动力，单机让编队和拖曳。',
          'Head-on at the same height both turn right and keep 500 m; crossing, descend for one seen on the left and climb for one on the right; overtake on the right with 500 m; powered gives way to unpowered, a single aircraft to formations and tows.',
        ],
        [
          74,
          '300 米以下目视飞行',
          'Visual flight below 300 m',
          '天气不低于机长最低气象条件时方可在 300 米以下目视飞行，距云底不小于 50 米。',
          'Only in weather not below the minima of the pilot in command, and at least 50 m below cloud.',
        ],
        [
          75,
          '通过中途机场的报告',
          'Report before an aerodrome on the way',
          '沿航路、固定航线通过中途机场前 100 至 50 公里，报告预计通过的时间和高度。',
          'Along routes and fixed lines, expected time and height are reported 100 to 50 km before an aerodrome on the way.',
        ],
      ],
    },
    {
      chapter: '第六章 飞行间隔',
      chapterEn: 'Chapter 6 Separation',
      articles: [
        [
          80,
          '飞行高度层',
          'Flight levels',
          '按真航线角配备，以标准气压为准：0 至 179 度，900 至 8100 米每隔 600 米，8900 至 12500 米每隔 600 米；180 至 359 度，600 至 8400 米每隔 600 米，9200 至 12200 米每隔 600 米；以上每隔 1200 米。',
          'By the true track, on standard pressure: 000 to 179°, 900 to 8,100 m and 8,900 to 12,500 m every 600 m; 180 to 359°, 600 to 8,400 m and 9,200 to 12,200 m every 600 m; above, every 1,200 m.',
        ],
        [
          82,
          '安全高度',
          'Safe altitude',
          '高出航线两侧各 25 公里内最高标高：高原和山区 600 米，其他地区 400 米。',
          'Above the highest elevation within 25 km to each side of the route: 600 m in mountains and on plateaus, 400 m elsewhere.',
        ],
        [
          83,
          '600 米高度层',
          'The level of 600 m',
          '两侧 25 公里内最高标高不超过 100 米且气压不低于 1000 百帕的，允许使用 600 米高度层；否则最低高度层相应提高。',
          'Allowed where the highest elevation within 25 km is at most 100 m and pressure at least 1,000 hPa; otherwise the lowest level is raised accordingly.',
        ],
        [
          86,
          '高度表拨正',
          'Altimeter settings',
          '起飞前调场面气压；未规定过渡高度的机场，上升至距道面 600 米时调标准气压，有规定的在过渡高度调；下降至过渡高度层调回场面气压。仅供民用航空器的机场可以用修正海平面气压。',
          'QFE before take-off; where no transition altitude is published, standard pressure is set at 600 m above the aerodrome, otherwise at the transition altitude; QFE again at the transition level. Civil-only aerodromes may use QNH.',
        ],
        [
          87,
          '高原机场的假定零点高度',
          'Assumed zero at high aerodromes',
          '高原机场高度表不能调到场面气压的，调标准气压，以其指示为假定零点高度起降。',
          'Where the altimeter cannot be set to QFE at a high aerodrome, it is set to standard pressure, and what it then shows is the assumed zero height.',
        ],
      ],
    },
    {
      chapter: '第七章 飞行指挥',
      chapterEn: 'Chapter 7 Direction of flights',
      articles: [
        [
          91,
          '飞行次序',
          'Order of precedence',
          '一切飞行让战斗飞行；其他让专机和重要任务；一般任务让班期；训练让任务；场内让场外；场内、场外让转场。',
          'All give way to combat flights; others to VIP and important missions; general missions to scheduled flights; training to missions; flights inside an aerodrome area to those outside; both to transits.',
        ],
      ],
    },
  ],
};
