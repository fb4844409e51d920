// Written from the Python types by `python -m tests.web.scripts write`: do not edit.

interface AuditReport {
  report: string[];
}

interface AuditView {
  seat: number;
  player: string;
  laid: number;
  cards: number;
  done: boolean;
}

interface BoardChoice {
  id: string;
  name: string;
  side: string;
  sets: string[];
}

interface CardFacts {
  free_from: string[];
  chains_to: string[];
  rule: string;
}

interface CardView {
  id: string;
  name: string;
  color: string;
  age: number;
  cost: string;
  coins: number | "age";
  coins_text: string;
  text: string;
  signs: string[];
}

interface ChanceView {
  percent: number;
  error: number;
  low: number;
  high: number;
}

interface ChancesView {
  games: number;
  restarts: number;
  seats: (ChanceView | null)[];
}

interface ChoiceView {
  id: string;
  name: string;
  color: string;
  age: number;
  cost: string;
  coins: number | "age";
  coins_text: string;
  text: string;
  signs: string[];
  moves: OfferView[];
  obstacles: ObstacleView[];
  name_en: string;
  left: number;
}

interface ChoicesView {
  editions: string[];
  sets: Record<string, string[]>;
  needed_sets: string[];
  variants: string[];
  players: Record<string, number[]>;
  modes: string[];
  sides: Record<string, string[]>;
  rulings: Record<string, RulingView>;
  boards: Record<string, BoardChoice[]>;
  countdown_max: number;
  grace_max: number;
  timer_max: number;
  name_max: number;
}

interface CodeView {
  url: string;
  qr: string;
  until: number;
  seat: number;
  player: string;
}

interface CodesView {
  codes: CodeView[];
}

interface ColorView {
  color: string;
  category: string;
}

interface ConflictView {
  age: number;
  fights: FightView[];
  diplomats: number[];
}

interface ConstantsView {
  colors: ColorView[];
  categories: string[];
  roman: string[];
  sale: number;
  defeat: number;
}

interface DeckCardView {
  id: string;
  name: string;
  color: string;
  copies: number;
  players: number[];
  drawn: boolean;
}

interface DeckGroupView {
  age: number;
  text: string;
  cards: DeckCardView[];
  total: number;
  dealt: number;
}

interface DeckView {
  groups: DeckGroupView[];
}

interface DevicesView {
  operators: number;
  seats: number[];
}

interface DraftView {
  plan: PlanDraft;
  known_players: string[];
  choices: ChoicesView;
  running: boolean;
}

interface FactsView {
  card: string;
  action: string;
  stage: number;
  pay_left: number;
  pay_right: number;
  from_left: number;
  from_right: number;
  bank: number;
  debts: number;
  victories: number[];
  defeats: number;
  diplomacy: number;
  built: string[];
}

interface FightView {
  a: number;
  b: number;
  shields: number[];
  winner: number | null;
  points: number;
  tokens: number;
}

interface FinalOption {
  copy_guild: string;
  science: number[] | null;
  name: string;
  total: number;
  chosen: boolean;
}

interface FinalView {
  guilds: FinalOption[];
  science: FinalOption[];
  changed: boolean;
}

interface FoundCards {
  cards: ChoiceView[];
}

interface GameView {
  game: string;
  edition: string;
  sets: string[];
  variant: string;
  phase: "draft" | "lay" | "open" | "card" | "declare" | "ask" | "over" | "abandoned";
  phase_text: string;
  age: number;
  turn: number;
  turns: number;
  passing: "left" | "right";
  paused: boolean;
  pause_reason: string;
  trouble: string;
  looked: boolean;
  audit: number[] | null;
  countdown: number | null;
  timer: number | null;
  undo: UndoView | null;
  missing: string[];
  round: number;
  log: string[];
  fights: number[][];
  seats: SeatView[];
  teams: TeamView[] | null;
  ranks: (number | null)[] | null;
  discarded: number;
  history: TotalsView[];
  moments: MomentView[];
  conflict: ConflictView | null;
  mode: string;
  countdown_seconds: number;
  grace_seconds: number | null;
  timer_seconds: number;
  strict: boolean;
  constants: ConstantsView;
  watch: string;
  result: string | null;
  private_history: boolean;
  chances: ChancesView | null;
}

interface HealthView {
  seats: SeatHealth[];
  free_boards: string[];
  notices: NoticeView[];
  audit: AuditView[] | null;
  last_turn: LastMoveView[];
}

interface HelpView {
  panel: PanelView;
  words: WordView[];
}

interface HintView {
  card: CardView;
  move: MoveView;
  of: number;
}

interface KeyView {
  name: string;
  text: string;
}

interface LastMoveView {
  seat: number;
  player: string;
  name: string;
  action: string;
  choices: MoveView[];
}

interface LeftGame {
  game: number;
  begun: number;
  last: number;
  players: string[];
}

interface LeftGames {
  games: LeftGame[];
}

interface LessonView {
  card: CardView;
  coins: number;
  points: number;
  items: PointsView[];
  makes: string[];
  shields: number[];
  rivals: RivalView[];
  victory: number;
  chains: CardView[];
  opens: CardView[];
}

interface LightView {
  name: string;
  color: number[];
  rhythm: number[];
  text: string;
}

interface LinkView {
  url: string;
  qr: string;
  until: number;
}

interface MakesView {
  any: string;
  sold: boolean;
}

interface MomentView {
  turn: number;
  text: string;
}

interface MoveView {
  coins: number[];
  free: string;
  bought: string[];
  stage: number;
  action: string;
}

interface NoGameView {
  phase: "none";
  phase_text: string;
  seats: SeatView[];
  countdown: null;
  watch: string;
}

interface NoticeView {
  at: number;
  board: string;
  player: string;
  text: string;
}

interface ObstacleView {
  action: string;
  text: string;
  rule: string;
}

interface OfferView {
  coins: number[];
  free: string;
  bought: string[];
  stage: number;
  action: string;
  builds: number;
  points: number;
  gains: number;
}

interface OptionView {
  value: unknown;
  text: string;
  payment: PaymentView | null;
  card: CardView | null;
  points: number;
  gains: number;
}

interface OutcomeView {
  player: string;
  points: number;
  coins: number;
  rank: number;
}

interface PairingView {
  table: string;
  players: string[];
  by_hand: boolean;
  lines: OutcomeView[];
}

interface PanelView {
  in_a_game: LightView[];
  other_lights: LightView[];
  lamps: LightView[];
  sounds: SoundView[];
  keys: KeyView[];
  agree_seconds: number;
}

interface PaymentView {
  coins: number[];
  free: string;
  bought: string[];
  stage: number;
}

interface PileView {
  cards: CardView[];
}

interface PlanDraft {
  players: PlayerDraft[];
  edition: string;
  sets: string[];
  variant: string;
  rulings: Record<string, boolean | number>;
  mode: string;
  countdown: number;
  strict: boolean;
  shared: boolean;
  grace: number | null;
  ask_payment: boolean;
  timer: number;
}

interface PlayedView {
  action: string;
  stage: number;
  card: CardView | null;
}

interface PlayerDraft {
  name: string;
  wonder: string;
  side: string;
}

interface PointsView {
  category: string;
  points: number;
  text: string;
  rule: string;
}

interface QuestionView {
  kind: string;
  rule: string;
  step: string;
  seat: number;
  card: CardView | null;
  default: string;
  optional: boolean;
  chosen: string;
  choosing: boolean;
  takes_card: boolean;
  may_decline: boolean;
  keys: string[];
  cursor: number;
  options: OptionView[];
  offers: OfferView[];
  obstacles: ObstacleView[];
}

interface RefusedView {
  topic: string;
  why: string;
  at: string;
  times: number;
}

interface RivalView {
  seat: number;
  shields: number;
}

interface RoundOptionsView {
  size: number;
  first: number;
  wonders: string;
  edition: string;
  sets: string[];
  variant: string;
}

interface RulingView {
  usual: Record<string, boolean | number>;
  values: (boolean | number)[];
  editions: string[];
  sets: string[];
  players: Record<string, number[]>;
}

interface SeatHealth {
  seat: number;
  player: string;
  board: string;
  connected: boolean | null;
  firmware: string;
  reader: string;
  noise: number;
  resets: number;
  latency_ms: number | null;
  trouble: string;
}

interface SeatPageView {
  seat: number;
  text: string;
  rule: string;
  lays: boolean;
  committed: boolean;
  by_page: boolean;
  ask: QuestionView | null;
  secret: SecretView | null;
  final: FinalView | null;
  bot: boolean | null;
}

interface SeatRow {
  player: string;
  points: number;
  rank: number | null;
  lost: boolean;
}

interface SeatTurnView {
  seat: number;
  played: PlayedView | null;
  also: CardView[];
  facts: FactsView;
}

interface SeatView {
  seat: number;
  player: string;
  team: number | null;
  free_city: boolean;
  decider: number;
  wonder: string;
  wonder_id: string;
  side: string;
  resource: string;
  left: number;
  right: number;
  makes: MakesView[];
  stages: number;
  raised: number[];
  all_stages: StageView[];
  coins: number;
  debt: number;
  shields: number;
  diplomacy: number;
  victories: number[];
  defeats: number;
  symbols: Record<string, number>;
  cards: Record<string, string[]>;
  built: CardView[];
  leaders: string[];
  recruited: CardView[];
  committed: boolean;
  again: boolean;
  waited_for: boolean;
  connected: boolean | null;
  todo: string[];
  facts: FactsView | null;
  played: PlayedView | null;
  score: Record<string, number>;
  explained: PointsView[];
}

interface SecretView {
  id: string;
  name: string;
  color: string;
  age: number;
  cost: string;
  coins: number | "age";
  coins_text: string;
  text: string;
  signs: string[];
  moves: OfferView[];
  obstacles: ObstacleView[];
}

interface SoundView {
  name: string;
  tones: number[][];
  text: string;
}

interface StageView {
  cost: string;
  coins: number | "age";
  coins_text: string;
  text: string;
  signs: string[];
}

interface StandingView {
  rank: number;
  player: string;
  games: number;
  wins: number;
  worth: number;
  points: number;
  coins: number;
  opponents: number;
}

interface StrayView {
  table: string;
  players: string[];
}

interface TeamView {
  team: number;
  seats: number[];
  total: number;
  rank: number | null;
}

interface TotalsView {
  age: number;
  turn: number;
  totals: number[];
}

interface TournamentView {
  rounds: number;
  state: string;
  options: RoundOptionsView;
  pairings: PairingView[];
  standings: StandingView[];
  strays: StrayView[];
  players: string[];
}

interface TurnView {
  age: number;
  turn: number;
  seats: SeatTurnView[];
}

interface TurnsView {
  turns: TurnView[];
}

interface UndoView {
  turn: number;
  age: number;
  number: number;
  caller: number | null;
  left: number | null;
}

interface VenueTableView {
  name: string;
  status: "alarm" | "playing" | "finished" | "idle";
  alarm: "" | "doubled" | "away" | "unreported" | "trouble" | "lost";
  online: boolean;
  phase: string;
  age: number;
  turn: number;
  turns: number;
  paused: boolean;
  missing: string[];
  seats: SeatRow[];
  phase_text: string;
}

interface VenueView {
  trouble: string;
  refused: number;
  last_refused: RefusedView[];
  seating_trouble: string;
  tables: VenueTableView[];
  roman: string[];
  countdown: null;
}

interface WordView {
  name: string;
  signs: string[];
  text: string;
  rule: string;
}
