// The demonstration's people, courses and assignments.

export const MANAGER = { email: 'manager@academy.test', fullname: 'نورة العتيبي' };

export const LEARNERS = [
  'خالد المطيري',
  'سارة القحطاني',
  'أحمد الغامدي',
  'ليلى الحربي',
  'عبدالله الزهراني',
  'ريم الدوسري',
  'Omar Haddad',
  'مها الشمري',
  'يوسف العنزي',
  'Amina Rahman',
  'فيصل السبيعي',
  'هند البلوي',
].map((fullname, index) => ({
  email: `learner${index + 1}@academy.test`,
  fullname,
  phonenumber: `+9665000000${String(index + 1).padStart(2, '0')}`,
  address: ['الرياض', 'جدة', 'الدمام', 'أبها'][index % 4],
}));

/** Signs up but does not activate, so that the mail page has something to show. */
export const NEWCOMER = { email: 'newcomer@academy.test', fullname: 'تركي الرشيدي' };

export const COURSES = [
  {
    title: 'أساسيات التصوير الضوئي',
    description: 'من الضوء إلى الصورة: كيف ترى الكاميرا، وكيف تختار التعريض والعدسة، وكيف تبني مشهدًا يحكي.',
    colours: ['0x0f766e', '0x99f6e4'],
    parts: [
      { title: 'الضوء والظل', seconds: 40 },
      { title: 'التعريض: الفتحة والسرعة والحساسية', seconds: 30 },
      { title: 'بناء المشهد', seconds: 25 },
    ],
  },
  {
    title: 'مقدمة في البرمجة بلغة بايثون',
    description: 'دورة للمبتدئين تمامًا: المتغيرات والشروط والحلقات، ثم برنامج صغير تكتبه بنفسك.',
    colours: ['0x1d4ed8', '0xfde68a'],
    parts: [
      { title: 'أول برنامج', seconds: 30 },
      { title: 'القرارات والتكرار', seconds: 30 },
    ],
  },
  {
    title: 'Project Management in Practice',
    description: 'Plan, estimate and lead a small project from its first meeting to its handover. Taught in English.',
    colours: ['0x7c2d12', '0xfdba74'],
    parts: [
      { title: 'Scope and stakeholders', seconds: 30 },
      { title: 'Estimates that hold', seconds: 20 },
    ],
  },
  {
    title: 'الخط العربي للمبتدئين',
    description: 'أدوات الخطاط، وميزان الحروف في خط النسخ، وتمارين يومية قصيرة.',
    colours: ['0x4c1d95', '0xddd6fe'],
    parts: [{ title: 'القلم والحبر والورق', seconds: 35 }],
  },
];

/** For each course: the learners (by number), and the first and last day relative to today. */
export const ASSIGNMENTS = [
  { course: 0, learners: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], from: -7, to: 60 },
  { course: 1, learners: [1, 2, 3, 4, 5, 6], from: -30, to: 30 },
  { course: 1, learners: [7, 8, 9], from: 5, to: 65 },
  { course: 2, learners: [1, 7, 10], from: -90, to: -2 },
  { course: 2, learners: [2, 11, 12], from: -3, to: 27 },
  { course: 3, learners: [1, 5, 9], from: 3, to: 33 },
  { course: 3, learners: [4, 8], from: -60, to: -10 },
];
