//===- runtime/openmp/league.c - OpenMP: teams ----------------------------===//
//
// `teams`, also of `target` regions, which run on the host: each team of the
// league begins as one thread, which is the master of its parallel regions. A
// league has two teams if nobody says it. Tested by test/openmp/teams*.c.
//
//===----------------------------------------------------------------------===//
#include "runtime/openmp/team.h"

#include <stdarg.h>

enum { kDefaultTeams = 2 };

static struct Team *leagueOf(struct Thread *me, int *number) {
  struct Team *team = me->team;
  *number = me->number;
  for (; team && !team->isLeague; team = team->outer)
    *number = team->outerNumber;
  return team;
}

int omp_get_num_teams(void) {
  int number;
  struct Team *league = leagueOf(__rb_omp_self(), &number);
  return league ? league->size : 1;
}
int omp_get_team_num(void) {
  int number;
  return leagueOf(__rb_omp_self(), &number) ? number : 0;
}

void __kmpc_push_num_teams(struct Ident *place, int32_t global, int32_t teams,
                           int32_t threads) {
  (void)place, (void)global;
  __rb_omp_self()->askedTeams = teams;
  if (threads > 0)
    __rb_omp_self()->threads = threads;
}
void __kmpc_push_num_teams_51(struct Ident *place, int32_t global,
                              int32_t lower, int32_t upper, int32_t threads) {
  __kmpc_push_num_teams(place, global, upper > 0 ? upper : lower, threads);
}

void __kmpc_fork_teams(struct Ident *place, int32_t count, Microtask body,
                       ...) {
  (void)place;
  if (count > kMaxArguments)
    __rb_unsupported("an OpenMP region that uses more than 32 variables of the "
                     "function around it");
  struct Thread *me = __rb_omp_self();
  const int32_t asked = me->askedTeams;
  me->askedTeams = 0;
  if (asked <= 0)
    __rb_approximate("openmp-team", "leagues of 2 teams");
  struct Team *team = __rb_omp_enter(me, asked > 0 ? asked : kDefaultTeams, 1);
  va_list list;
  va_start(list, body);
  for (int32_t i = 0; i < count; ++i)
    team->arguments[i] = va_arg(list, void *);
  va_end(list);
  team->body = body;
  team->argumentCount = count;
  __rb_omp_fork(me, team);
}
