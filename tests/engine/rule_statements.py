"""Where each statement of the rules is tested: of Claim It! and of Klondike, by the rules page's sections.

A proof is a test, as `module::function` within this package, or an agreed case, as `file: name` within tests/vectors.
"""

from __future__ import annotations

CLAIMIT: dict[str, tuple[str, ...]] = {
    # Material
    "Material: six claim stones, one of each number": ("test_properties::Table.six_claim_stones",),
    "Material: thirty ownership stones, shared by all": ("test_properties::Table.thirty_ownership_stones",),
    "Material: twenty-four stones a player": ("test_properties::Table.twenty_four_stones_a_seat",),
    "Material: a goldclaim is never lost again": ("test_properties::Table.goldclaims_are_never_lost",),
    "Material: a mine is a group of fields joined by edges": ("test_board::test_a_group_is_what_edges_join",),
    "Material: six by six fields, named column/row": (
        "test_board::test_the_name_says_column_then_row",
        "test_properties::Table.thirty_six_fields",
    ),
    "Material: two to five play": ("test_starts::test_names_are_2_to_5_distinct_and_printable",),
    # A turn
    "1: the first roll is compulsory, there is no passing": ("test_claimit_rules::test_a_turn_begins_with_a_roll",),
    "2: exactly one stone is placed if any placement is possible": (
        "test_claimit_rules::test_a_roll_must_be_placed_before_anything_else",
    ),
    "2: six ways to read three dice, three with a pair, one with a triple": (
        "test_claimit_rules::test_a_roll_has_as_many_readings_as_its_dice_have_orders",
        "test_claimit_rules::test_a_pair_names_three_fields",
        "test_claimit_rules::test_a_triple_names_one_field",
    ),
    "2: column and row name the field": (
        "test_claimit_rules::test_a_field_that_the_roll_does_not_name_cannot_be_used",
        "test_claimit_rules::test_a_pair_does_not_name_a_field_with_a_die_used_twice",
    ),
    "2: on an ownership stone of whatever age: no": (
        "test_claimit_rules::test_a_goldclaim_cannot_be_used",
        "test_claimit_rules::test_the_movers_goldclaim_cannot_be_used_either",
        "test_claimit_rules::test_an_ownership_stone_of_this_turn_cannot_be_used",
    ),
    "2: on a claim stone of this turn: an ownership stone, whatever the third die": (
        "test_claimit_rules::test_a_claim_stone_of_this_turn_takes_an_ownership_stone",
    ),
    "2: on the mover's own stone: an ownership stone, never a claim stone": (
        "test_claimit_rules::test_a_stone_of_the_mover_takes_an_ownership_stone",
    ),
    "2: on an empty field or an opponent's stone: the claim stone of the third die": (
        "test_claimit_rules::test_three_different_dice_name_six_fields",
        "test_claimit_rules::test_an_opponents_stone_takes_a_claim_stone",
    ),
    "2: not if that claim stone lies on the board, hidden or not": (
        "test_claimit_rules::test_a_claim_stone_on_the_board_cannot_be_used_again",
        "test_claimit_rules::test_a_claim_stone_under_an_ownership_stone_cannot_be_used_again",
    ),
    "2: not if all thirty ownership stones lie on the board": (
        "test_claimit_rules::test_with_thirty_ownership_stones_on_the_board_no_more_is_placed",
    ),
    "3: no placement is possible: bust, the turn is over": ("test_claimit_rules::test_a_roll_without_a_use_is_a_bust",),
    "3: a bust takes off this turn's stones; what lay there before stays": (
        "test_claimit_rules::test_a_bust_takes_off_this_turns_stones_only",
    ),
    "4: roll again with all three dice, or bank": (
        "test_claimit_rules::test_after_a_placement_the_player_may_roll_again",
    ),
    "5: a bank makes every marked field the mover's": ("test_claimit_rules::test_a_bank_takes_what_was_marked",),
    "5: claim stones and opponents' stones go back": (
        "test_claimit_rules::test_a_bank_moves_stones_between_hands_and_board",
    ),
    "Nothing is put down or taken off before the bank": (
        "test_claimit_rules::test_nothing_is_the_movers_before_the_bank",
    ),
    "If the stones run out, banking goes on": (
        "test_claimit_rules::test_banking_goes_on_when_the_stones_have_run_out",
    ),
    "Play goes round": ("test_claimit_rules::test_play_goes_round",),
    "The highest sum of three dice begins": ("test_claimit_rules::test_the_highest_sum_begins",),
    "Those who tie roll again": ("test_claimit_rules::test_only_those_who_tie_roll_again",),
    # Variant
    "Recycle: the claim stone under an ownership stone may be used again": (
        "test_claimit_rules::test_recycle_gives_the_claim_stone_back_at_once",
        "claimit-examples: without recycle it does not",
    ),
    "Recycle: the ownership stone lies on the bare field or on an opponent's stone": (
        "test_claimit_rules::test_recycle_leaves_the_ownership_stone_on_an_opponents_stone",
    ),
    "Recycle: a bust takes off all ownership stones of this turn": (
        "test_claimit_rules::test_a_bust_with_recycle_clears_bare_fields_too",
    ),
    # The end
    "13, 9, 7 or 6 goldclaims after a bank call the last round": (
        "test_claimit_rules::test_enough_goldclaims_call_the_last_round",
    ),
    "Every player has one more turn, the caller too and last": ("test_claimit_rules::test_the_caller_moves_last",),
    "Reaching the number again changes nothing": (
        "test_claimit_rules::test_reaching_the_number_again_changes_nothing",
    ),
    "The largest mine wins; all fields count, no diagonals": (
        "test_claimit_scoring::test_the_largest_mine_wins",
        "test_claimit_scoring::test_a_mine_counts_goldclaims_and_plain_fields",
    ),
    "Ties: goldclaims, then fields, then the win is shared": (
        "test_claimit_scoring::test_a_tie_goes_to_goldclaims_then_fields",
    ),
    # The rulebook's examples
    "Example 1": ("test_board::test_the_name_says_column_then_row",),
    "Example 2": ("claimit-examples: example 2: six ways to use 2, 3, 5",),
    "Example 3": ("claimit-examples: example 3: 1, 4, 5 leaves B, C and D",),
    "Example 4": ("claimit-examples: example 4: 3, 4, 6 is a bust",),
    "Example 5": ("claimit-examples: example 5: the bank",),
    "Example 6": (
        "test_claimit_scoring::test_the_largest_mine_wins",
        "test_claimit_scoring::test_orange_called_with_nine_goldclaims",
    ),
    "Example of the variant": (
        "claimit-examples: recycle: a claim stone comes back under an ownership stone",
        "claimit-examples: recycle: a bust clears the bare field too",
    ),
    "Odds: none at a turn's start without a goldclaim": (
        "test_claimit_scoring::test_no_roll_busts_while_there_is_no_goldclaim",
    ),
    "Odds: a goldclaim on the diagonal is 1 of 216": (
        "test_claimit_scoring::test_a_goldclaim_on_the_diagonal_busts_its_triple",
    ),
    "Odds: 120, 8 and 27 of 216": ("test_claimit_scoring::test_the_odds_count_every_throw",),
}

KLONDIKE: dict[str, tuple[str, ...]] = {
    "1: 24 slots, 36 ends at claims": ("test_klondike_rules::test_there_are_24_slots_and_36_ends_at_claims",),
    "1: every claim has four sides": ("test_klondike_rules::test_every_claim_has_four_sides",),
    "2: the first end laid at a claim is its digit": (
        "klondike-examples: rules, 2: the first end laid at a claim is its digit",
    ),
    "3: a chip on each claim, one more on the centre": (
        "klondike-examples: rules, 3: a chip on each claim, one more on the centre",
    ),
    "3: each round one more chip on each claim, on top of what is left": (
        "test_klondike_rules::test_a_round_puts_a_chip_on_each_claim_and_the_additional_one_as_agreed",
    ),
    "3, K12, K13: the form of dealing": (
        "test_klondike_rules::test_the_form_of_dealing_follows_from_the_players_unless_it_is_asked_for",
    ),
    "4: one tile a turn, in any empty slot": (
        "klondike-cases: rules, 4: only an empty slot",
        "klondike-cases: rules, 4.1: on an open board everywhere, both ways round",
    ),
    "4.1: an end must show its claim's digit": ("klondike-cases: rules, 4.1: an end must show its claim's digit",),
    "4.1: a tile lies there once": ("klondike-cases: rules, 4.1: a tile lies in the layout once, whichever way round",),
    "4.1: no digit at three claims": (
        "klondike-cases: rules, 4.1: no digit at three claims",
        "klondike-cases: rules, 4.1: a double that opens two claims needs a digit that no claim has",
    ),
    "4.2, X1: one right end is enough where the tile with both lies elsewhere": (
        "klondike-examples: rules, 4.2, X1: one right end is enough, the other spoils its claim",
        "klondike-cases: rules, 4.2, X1: one end must be right",
        "klondike-cases: rules, 4.2, X1: not while the tile with both digits is out of the layout",
        "klondike-cases: rules, 4.2, X1: not at the rim",
    ),
    "4.2, X2 and K5: any tile where all with the digits lie out": (
        "klondike-examples: rules, 4.2, X2 and K5: any tile at a half-open slot, whose open claim takes its digit",
    ),
    "4.3: who lays the fourth right end takes the stack": (
        "klondike-examples: rules, 4.3: who lays the fourth right end takes the stack",
    ),
    "4.3: one tile may win two claims": ("klondike-examples: rules, 4.3: one tile wins two claims",),
    "4.3: the stack of a spoiled claim stays": (
        "klondike-examples: rules, 4.3: the stack of a spoiled claim stays for the next round",
    ),
    "4.4: a player with nothing passes": (
        "klondike-examples: rules, 4.4: a pass hands the turn on, and a tile in between begins the count anew",
        "test_klondike_matches::test_players_have_to_pass_as_often_as_the_rules_tell",
    ),
    "5: a round ends with the 24th tile, or when all pass": (
        "test_klondike_rules::test_every_turn_counts_and_the_rounds_follow_each_other",
        "test_klondike_matches::test_rounds_of_random_matches_fill_up_as_often_as_the_rules_tell",
    ),
    "5: the start goes round": (
        "klondike-examples: rules, 5: the next player starts the next round, whoever acted last",
    ),
    "5: two rounds for every player": ("test_klondike_matches::test_a_match_has_two_rounds_for_every_player",),
    "5: most chips win": ("klondike-examples: rules, 5: most chips win",),
    "5: 37, 55 or 73 chips in all": ("klondike_watch::look",),
    "6: two claims of one digit are both won only side by side": ("klondike_watch::twins",),
    "6: between neighbours of one digit only the double fits": (
        "test_klondike_rules::test_between_neighbours_of_one_digit_only_the_double_fits",
    ),
    "6: a first end is never wrong": ("klondike_watch::look",),
    "K1: wrong ends do not count for the limit": (
        "test_klondike_rules::test_a_wrong_end_does_not_count_for_the_limit",
    ),
    "K2: only this round's layout counts": (
        "test_klondike_rules::test_what_lay_in_the_round_before_allows_no_exception",
    ),
    "K3: exactly one end is right": ("klondike-cases: rules, 4.2, X1: one end must be right",),
    "K4: all tiles with the one and all with the other digit": (
        "test_klondike_rules::test_any_tile_will_do_only_once_all_with_both_digits_lie_out",
    ),
    "K6: the limit holds by X2 too": ("klondike-cases: rules, K6: the limit holds by X2 too",),
    "K7: the digit binds a spoiled claim": ("klondike-cases: rules, K7: the digit binds a spoiled claim",),
    "K8: a pass is the table's word": ("test_klondike_rules::test_every_turn_counts_and_the_rounds_follow_each_other",),
    "K9: the additional chip in every round, where it is wanted": (
        "klondike-examples: rules, K9: the additional chip in every round, where it is wanted",
    ),
    "K10: a stack that is won later has all its chips": (
        "test_klondike_rules::test_a_stack_that_is_won_later_has_all_its_chips",
    ),
    "K16: a tie is shared": ("klondike-examples: rules, K16: nobody has a chip, all share the win",),
}
