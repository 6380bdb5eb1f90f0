// An actor: a thread with a mailbox that handles one message after the other,
// so that its state needs no lock. A request carries a promise for the answer.
//
// Broken: the balance is read directly, past the mailbox: a data race, and an
// answer that does not know of the deposits still in the mailbox.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

class Actor {
public:
  Actor() : thread_([this] { run(); }) {}
  ~Actor() {
    send(nullptr);
    thread_.join();
  }

  void send(std::function<void()> message) {
    std::lock_guard lock(mutex_);
    mailbox_.push_back(std::move(message));
    arrived_.notify_one();
  }

private:
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [&] { return !mailbox_.empty(); });
      std::function<void()> message = std::move(mailbox_.front());
      mailbox_.pop_front();
      lock.unlock();
      if (!message)
        return;
      message();
    }
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::list<std::function<void()>> mailbox_;
  std::thread thread_;
};

class Account {
public:
  void deposit(int amount) {
    actor_.send([this, amount] { balance_ += amount; });
  }

  int balance() {
#ifdef BROKEN
    return balance_;
#else
    auto answer = std::make_shared<std::promise<int>>();
    std::future<int> result = answer->get_future();
    actor_.send([this, answer] { answer->set_value(balance_); });
    return result.get();
#endif
  }

private:
  int balance_ = 0;
  Actor actor_;
};

int main() {
  Account account;
  std::thread payer([&] { account.deposit(5); });
  int seen = account.balance();
  assert(seen == 0 || seen == 5);
  payer.join();
  assert(account.balance() == 5);
}
